// Of a page that a recorder shows while it records: says when there is more, and leaves it to the reader when to see it.

const pauseMilliseconds = 2000;
const live = document.getElementById("live");
const reload = live.querySelector("button");
reload.addEventListener("click", () => location.reload());

function show(name, isShown) {
  live.querySelector(`[data-live=${name}]`).hidden = !isShown;
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("state");
    const hasMore = answer.ok && await answer.text() !== live.dataset.state;
    show("more", hasMore);
    reload.hidden = !hasMore;
  } catch {
    clearInterval(timer);
    show("more", false);
    show("over", true);
    reload.hidden = true;
  }
}

const timer = setInterval(look, pauseMilliseconds);
document.addEventListener("visibilitychange", look);
