#include "browser/tab_lane.h"

#include <list>

namespace oc::browser {

struct TabLane::State {
  explicit State(Executor executor) : changed(std::move(executor)) {}

  struct Ticket {
    Use use;
    bool inside = false;
  };
  using Place = std::list<Ticket>::iterator;

  // In order of arrival: those inside stand before those who wait.
  std::list<Ticket> queue;
  Signal changed;

  // Lets in whoever may go: the first of the queue, and sharers as long as only sharers are before them.
  void admit() {
    bool only_sharers = true;
    for (Place place = queue.begin(); place != queue.end(); ++place) {
      bool first = place == queue.begin();
      if (place->use == Use::alone && !first) break;
      if (!only_sharers) break;
      place->inside = true;
      only_sharers = place->use == Use::shared;
    }
    changed.notify_all();
  }
  void leave(Place place) {
    queue.erase(place);
    admit();
  }
};

TabLane::TabLane(Executor executor) : state_(std::make_shared<State>(std::move(executor))) {}

Task<Result<TabLane::Hold>> TabLane::enter(Use use, Stop stop) {
  std::shared_ptr<State> state = state_;
  state->queue.push_back({use});
  State::Place place = std::prev(state->queue.end());
  // Also when this coroutine is destroyed while it waits.
  Hold hold{state.get(), [state, place](void*) { state->leave(place); }};
  state->admit();
  while (!place->inside) {
    bool woken = co_await state->changed.wait(stop);
    if (!woken) co_return std::unexpected(stop.error());
  }
  co_return hold;
}

}  // namespace oc::browser
