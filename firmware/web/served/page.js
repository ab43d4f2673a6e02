"use strict";
// Regions of a page name what they show in data-on; when the box pushes news of it, they are fetched and put in anew.
let busy = false, again = new Set();

async function renew(news) {
  news.forEach(what => again.add(what));
  if (busy) return;
  busy = true;
  try {
    while (again.size) {
      const wanted = again;
      again = new Set();
      const shown = [...document.querySelectorAll("[data-on]")]
        .filter(region => region.dataset.on.split(" ").some(what => wanted.has(what)));
      if (!shown.length) continue;
      const answer = await fetch(location.href, { credentials: "same-origin", redirect: "error" });
      if (!answer.ok) continue;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const old of shown) {
        const fresh = page.getElementById(old.id);
        if (!fresh || fresh.outerHTML === old.outerHTML) continue;
        const focus = old.contains(document.activeElement) ? document.activeElement.id : "";
        const written = new Map([...old.querySelectorAll("input:not([type=hidden])")].map(i => [i.id, i.value]));
        old.replaceWith(document.adoptNode(fresh));
        written.forEach((value, id) => { const input = document.getElementById(id); if (input) input.value = value; });
        if (focus) document.getElementById(focus)?.focus();
      }
    }
  } finally {
    busy = false;
  }
}

const stream = new EventSource("/stream");
let met = false;
stream.addEventListener("news", event => renew(JSON.parse(event.data)));
stream.addEventListener("hello", () => {
  document.documentElement.dataset.live = "yes";
  if (met) renew(["there", "panel", "asleep", "evening", "reading", "picture", "aim"]);
  met = true;
});
stream.addEventListener("error", () => { document.documentElement.dataset.live = "no"; });
addEventListener("pagehide", () => stream.close());
addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

// A form that leaves the page where it is; what the box refuses is said.
addEventListener("submit", async event => {
  const form = event.target;
  if (!form.hasAttribute("data-quiet")) return;
  event.preventDefault();
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("refusal")?.remove();
  if (!answer.ok) {
    const said = document.createElement("p");
    said.id = "refusal";
    said.className = "trouble";
    said.setAttribute("role", "alert");
    said.textContent = page.querySelector(".trouble[role=alert]")?.textContent ?? answer.statusText;
    document.querySelector("h1").after(said);
  }
});

// A finger on a place.
addEventListener("click", event => {
  const place = event.target.closest?.("[data-place]");
  const form = document.getElementById("correct");
  if (!place || !form) return;
  form.elements.place.value = place.dataset.place;
  form.requestSubmit();
});
