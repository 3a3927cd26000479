#include "outputs/output_page.h"

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/text.h"
#include "json/write.h"
#include "outputs/testing/stored.h"

namespace oc::outputs {
namespace {

struct OutputPageTest : testing::Test, StoredFixture {
  // Every page after the other, put together again.
  std::string all_text(const StoredOutput& stored, std::uint64_t limit) {
    std::string out;
    for (std::uint64_t offset = 0;;) {
      OutputPage page =
          read_page(files, stored, {.offset = offset, .limit = limit, .format = PageFormat::text}).value();
      std::string_view content = json::view(page.content.as_string());
      EXPECT_EQ(page.offset, offset);
      EXPECT_TRUE(is_valid_utf8(content));
      out += content;
      offset += page.returned;
      if (page.is_last()) return out;
      EXPECT_GT(page.returned, 0U);
      if (page.returned == 0) return out;
    }
  }
};

TEST_F(OutputPageTest, ItemsExactlyOnceWhateverTheLimit) {
  json::array items;
  for (int i = 0; i < 25; ++i) items.push_back(json::object{{"n", i}});
  std::string payload = json::write(json::object{{"summary", 1}, {"pages", items}});
  StoredOutput stored = store(payload, "application/json", "pages");
  for (std::uint64_t limit : {1, 7, 25, 100}) {
    json::array got;
    for (std::uint64_t offset = 0;;) {
      OutputPage page = read_page(files, stored, {.offset = offset, .limit = limit}).value();
      EXPECT_EQ(page.format, PageFormat::items);
      EXPECT_EQ(page.total, 25U);
      for (json::value& item : page.content.as_array()) got.push_back(std::move(item));
      offset += page.returned;
      if (page.is_last()) break;
    }
    EXPECT_EQ(got, items) << limit;
  }
}

TEST_F(OutputPageTest, TextExactlyOnceAndNeverInsideACharacter) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "aä€😀\n";
  StoredOutput stored = store(text, "text/markdown");
  for (std::uint64_t limit : {1, 2, 3, 4, 5, 64, 100'000}) EXPECT_EQ(all_text(stored, limit), text) << limit;
}

TEST_F(OutputPageTest, AnOffsetInsideACharacterBeginsAtTheNext) {
  StoredOutput stored = store("€uro");
  OutputPage page = read_page(files, stored, {.offset = 1, .limit = 3}).value();
  EXPECT_EQ(page.offset, 3U);
  EXPECT_EQ(page.content.as_string(), "uro");
}

TEST_F(OutputPageTest, BytesAsBase64) {
  std::string bytes(1000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
  StoredOutput stored = store(bytes, "application/gzip");
  std::string got;
  for (std::uint64_t offset = 0; offset < 1000; offset += 300) {
    OutputPage page = read_page(files, stored, {.offset = offset, .limit = 300}).value();
    got += base64_decode(json::view(page.content.as_string())).value();
  }
  EXPECT_EQ(got, bytes);
}

TEST_F(OutputPageTest, BehindTheEndIsNothing) {
  OutputPage text = read_page(files, store("abc"), {.offset = 99}).value();
  EXPECT_TRUE(text.is_last() && text.returned == 0);
  OutputPage items = read_page(files, store("[1]", "application/json"), {.offset = 99}).value();
  EXPECT_TRUE(items.is_last() && items.content.as_array().empty());
  OutputPage empty = read_page(files, store("[]", "application/json"), {}).value();
  EXPECT_TRUE(empty.is_last() && empty.content.as_array().empty());
}

TEST_F(OutputPageTest, AFormatThatDoesNotFitIsRefusedWithThoseThatDo) {
  auto refused = read_page(files, store("abc"), {.format = PageFormat::items}).error();
  EXPECT_EQ(refused.code, ErrorCode::invalid_format_for_payload);
  EXPECT_EQ(refused.hint, "Use format text or bytes, or none.");
  EXPECT_EQ(read_page(files, store("x", "image/png"), {.format = PageFormat::text}).error().code,
            ErrorCode::invalid_format_for_payload);
  EXPECT_TRUE(read_page(files, store("[1]", "application/json"), {.format = PageFormat::text}));
}

// As text and as structured content, whatever has to be escaped.
TEST_F(OutputPageTest, AnAnswerStaysBelowAMegabyte) {
  auto answer_bytes = [](const OutputPage& page) {
    std::string data = json::write(json::object{{"content", page.content}});
    return data.size() + json::write(json::value(data)).size();
  };
  for (const std::string& unit :
       {std::string{"x"}, std::string{"\""}, std::string{"\x01"}, std::string{"\n"}}) {
    std::string text;
    while (text.size() < 3'000'000) text += unit;
    StoredOutput stored = store(text);
    OutputPage page = read_page(files, stored, {.limit = 3'000'000}).value();
    EXPECT_LE(answer_bytes(page), kMaxAnswerBytes);
    EXPECT_GT(answer_bytes(page), kMaxAnswerBytes / 2);
    EXPECT_EQ(all_text(stored, 3'000'000), text);
    json::array items{text.substr(0, 300'000), text.substr(0, 300'000), "small", text};
    OutputPage list = read_page(files, store(json::write(items), "application/json"), {.limit = 100}).value();
    EXPECT_LE(answer_bytes(list), kMaxAnswerBytes);
    EXPECT_GE(list.returned, 1U);
  }
}

TEST_F(OutputPageTest, AnItemThatFitsIntoNoAnswerSaysHowToGetIt) {
  std::string large(2'000'000, 'x');
  std::string payload = json::write(json::array{1, large, 3});
  StoredOutput stored = store(payload, "application/json");
  OutputPage page = read_page(files, stored, {}).value();
  ASSERT_EQ(page.returned, 3U);
  const json::object& placeholder = page.content.as_array()[1].as_object();
  EXPECT_EQ(placeholder.at("size_bytes").to_number<std::int64_t>(), 2'000'002);
  EXPECT_EQ(placeholder.at("fetch_as").at("offset").to_number<std::int64_t>(), 3);
}

}  // namespace
}  // namespace oc::outputs
