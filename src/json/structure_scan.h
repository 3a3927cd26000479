// StructureScan: walks JSON text that comes in pieces and tells where its values begin and end, without
// keeping them. For documents that are too large to parse into memory.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oc::json {

// What a value is, by the character that it begins with.
enum class ValueKind : std::uint8_t { object, array, string, number, boolean, null };

class StructureVisitor {
 public:
  virtual ~StructureVisitor() = default;
  // A value begins at this byte; the scan's path() leads to it.
  virtual void begin(ValueKind kind, std::uint64_t at) = 0;
  // It ended before this byte; `count` is that of its members or elements.
  virtual void end(ValueKind kind, std::uint64_t at, std::uint64_t count) = 0;
  // Asked after each value: true ends the walk.
  virtual bool is_done() const { return false; }
};

class StructureScan {
 public:
  // A step from a container to the value that is being read.
  struct Step {
    bool is_array = false;
    std::uint64_t index = 0;  // in the container, of members too
    std::string key = {};     // of a member
  };

  explicit StructureScan(StructureVisitor& visitor) : visitor_(visitor) {}

  // REQUIRES: the pieces are valid JSON one after the other. False once the visitor is done.
  bool feed(std::string_view piece);
  // After the last piece: a number at the top level ends there.
  void finish();

  // From the document to the value that begins or ends.
  const std::vector<Step>& path() const { return path_; }

 private:
  void open(ValueKind kind, std::uint64_t at);
  void close(std::uint64_t at);
  void begin_scalar(ValueKind kind, std::uint64_t at);
  void end_scalar(std::uint64_t at);
  std::size_t skip_string(std::string_view piece, std::size_t from);
  void take(char c, std::uint64_t at);

  StructureVisitor& visitor_;
  std::vector<Step> path_;
  std::vector<ValueKind> open_;        // containers
  std::vector<std::uint64_t> counts_;  // of their values so far
  std::uint64_t offset_ = 0;           // of the piece
  bool in_string_ = false;
  bool escaped_ = false;
  bool is_key_ = false;       // the string is one
  bool expects_key_ = false;  // in an object, before its colon
  bool in_scalar_ = false;
  ValueKind scalar_ = ValueKind::null;
  std::string key_;  // as written
};

}  // namespace oc::json
