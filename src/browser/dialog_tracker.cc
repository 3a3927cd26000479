#include "browser/dialog_tracker.h"

#include "base/text.h"

namespace oc::browser {
namespace {

constexpr std::size_t kMessageBytes = 2048;
constexpr std::size_t kKeptAccepted = 10;

}  // namespace

DialogTracker::Watch::Watch(DialogTracker& tracker, std::function<void()> callback)
    : table_(tracker.watches_), key_(tracker.next_key_++) {
  tracker.watches_->emplace(key_, std::move(callback));
}

DialogTracker::Watch::~Watch() {
  if (auto table = table_.lock()) table->erase(key_);
}

void DialogTracker::listen(const std::shared_ptr<cdp::Session>& session) {
  std::weak_ptr<cdp::Session> holder = session;
  auto& kept = subscriptions_[session->id()];
  kept.push_back(session->on("Page.javascriptDialogOpening", [this, holder](auto& params) {
    Dialog dialog{.kind = std::string{json::find_string(params, "type").value_or("alert")},
                  .message = shorten(json::find_string(params, "message").value_or(""), kMessageBytes),
                  .preset = shorten(json::find_string(params, "defaultPrompt").value_or(""), kMessageBytes),
                  .url = std::string{json::find_string(params, "url").value_or("")}};
    if (dialog.kind == "alert" || dialog.kind == "beforeunload") {
      if (auto from = holder.lock()) from->post("Page.handleJavaScriptDialog", {{"accept", true}});
      if (accepted_.size() < kKeptAccepted) accepted_.push_back(std::move(dialog));
      return;
    }
    open_ = std::move(dialog);
    holder_ = holder;
    ++opened_;
    auto watches = *watches_;  // a callback may end its own watch
    for (auto& [key, callback] : watches) callback();
  }));
  kept.push_back(session->on("Page.javascriptDialogClosed", [this](auto&) { open_.reset(); }));
}

void DialogTracker::forget_session(const std::string& session_id) {
  subscriptions_.erase(session_id);
  auto holder = holder_.lock();
  if (!holder || holder->id() == session_id) open_.reset();  // nobody could close it any more
}

void DialogTracker::forget_sessions() {
  subscriptions_.clear();
  open_.reset();
}

Task<Result<void>> DialogTracker::answer(bool accept, std::optional<std::string> text, Stop stop) {
  auto holder = holder_.lock();
  if (!holder) co_return fail(ErrorCode::target_closed, "the page of the dialog is gone");
  json::object params{{"accept", accept}};
  if (text) params["promptText"] = *text;
  std::uint64_t number = opened_;
  auto answered = co_await holder->send("Page.handleJavaScriptDialog", std::move(params), stop);
  if (!answered) co_return std::unexpected(std::move(answered).error());
  if (opened_ == number) open_.reset();  // the page may have opened the next one already
  co_return Result<void>{};
}

Error DialogTracker::blocking_error() const {
  return {ErrorCode::dialog_open,
          cat("a ", open_->kind, " dialog is open: \"", shorten(one_line(open_->message), 200), "\""),
          {},
          boost::json::object{{"dialog", {{"kind", open_->kind}, {"message", open_->message}}}}};
}

DialogWait::DialogWait(DialogTracker& dialogs, const Stop& stop)
    : state_(std::make_shared<State>(StopSource{stop})), watch_(dialogs, [state = state_, &dialogs] {
        state->blocked = dialogs.blocking_error();
        state->until.request(StopReason::cancelled);
      }) {
  if (!dialogs.open()) return;
  state_->blocked = dialogs.blocking_error();
  state_->until.request(StopReason::cancelled);
}

}  // namespace oc::browser
