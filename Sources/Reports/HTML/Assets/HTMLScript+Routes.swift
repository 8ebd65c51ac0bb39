extension HTMLScript {
  /// What the address asks for: a report, a filter, or the page of an object.
  static let routes = #"""
    let reports = [], writeListings = [], returnTo = null;

    function showReport(report) {
      for (const other of reports) other.hidden = other !== report;
      for (const reset of document.querySelectorAll(".reset")) reset.hidden = !reset.contains(report);
      for (const link of document.querySelectorAll("[data-report]")) {
        if (link.dataset.report === report.id) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    }

    function showObject(object) {
      const root = document.documentElement;
      const wasPage = root.classList.contains("is-page");
      if (object && !wasPage) returnTo = {top: scrollY, focus: document.activeElement};
      root.classList.toggle("is-page", object !== null);
      for (const shown of document.querySelectorAll(".object.shown")) {
        shown.classList.remove("shown");
        shown.querySelector(".back")?.remove();
      }
      if (object) {
        object.classList.add("shown");
        object.prepend(ways(object));
      }
      return wasPage && !object;
    }

    function ways(object) {
      const link = (target, text) => element("a", {href: "#" + target.id}, text);
      const report = object.closest(".report");
      const list = report.querySelector(".objects").closest(".listing").querySelector("h3");
      const nav = element("nav", {className: "back"}, link(list, "All objects"));
      nav.setAttribute("aria-label", "Objects");
      if (object.previousElementSibling) nav.append(link(object.previousElementSibling, "Previous"));
      if (object.nextElementSibling) nav.append(link(object.nextElementSibling, "Next"));
      return nav;
    }

    function route() {
      const address = location.hash.slice(1);
      if (address.includes("=")) return filter(new URLSearchParams(address));
      const target = address === "" ? null : document.getElementById(address);
      const report = target?.closest(".report") ?? target?.querySelector(".report") ?? null;
      if (report) showReport(report);
      const object = target?.closest(".object") ?? null;
      const isBack = showObject(object);
      if (isBack && address === "") restore();
      else if (target) reveal(target);
    }

    function filter(parameters) {
      const asked = parameters.get("report");
      const listing = writeListings.find(({report}) => asked === null || report.id === asked)
        ?? writeListings[0];
      const isBack = showObject(null);
      if (listing === undefined) return;
      showReport(listing.report);
      listing.filters.read(parameters);
      if (isBack) restore();
      else listing.section.scrollIntoView({block: "start"});
    }

    function restore() {
      scrollTo({top: returnTo.top, behavior: "instant"});
      if (returnTo.focus?.isConnected) returnTo.focus.focus({preventScroll: true});
    }

    function reveal(target) {
      if (target.matches(".object")) scrollTo(0, 0);
      else target.scrollIntoView({block: target.matches("li") ? "center" : "start"});
      target.focus({preventScroll: true});
    }

    addEventListener("DOMContentLoaded", () => {
      reports = [...document.querySelectorAll(".report")];
      const listings = [...document.querySelectorAll(".listing")].map((section) => new Listing(section));
      writeListings = listings.filter(({isOfWrites}) => isOfWrites);
      for (const link of document.querySelectorAll("[data-filter]")) {
        const report = link.closest(".report").id;
        link.hash = (reports.length > 1 ? `report=${report}&` : "") + link.dataset.filter;
      }
      if (reports.length > 0) showReport(reports[0]);
      addEventListener("hashchange", route);
      route();
    });

    """#
}
