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

    function showObject(page) {
      const root = document.documentElement;
      const wasPage = root.classList.contains("is-page");
      if (page && !wasPage) returnTo = {top: scrollY, focus: document.activeElement};
      root.classList.toggle("is-page", page !== null);
      for (const shown of document.querySelectorAll(".pages > .object")) shown.remove();
      return wasPage && !page;
    }

    function drawObject(report, object) {
      const section = document.getElementById(report.id);
      const page = objectPage(report, object);
      showReport(section);
      showObject(page);
      section.querySelector(".pages").append(page);
      return page;
    }

    function drawn(address) {
      const [, id, kind, digits] = /^(.+)-([ow])(\d+)$/.exec(address) ?? [];
      const report = reportData.get(id);
      if (report === undefined) return null;
      const number = Number(digits);
      const isThere = number < (kind === "o" ? report.objects.count : report.writes.count);
      if (!isThere) return null;
      const page = drawObject(report, kind === "o" ? number : report.object(number));
      return kind === "o" ? page : document.getElementById(address);
    }

    function route() {
      const address = location.hash.slice(1);
      if (address.includes("=")) return filter(new URLSearchParams(address));
      const made = drawn(address);
      if (made) return reveal(made);
      const target = address === "" ? null : document.getElementById(address);
      const report = target?.closest(".report") ?? target?.querySelector(".report") ?? null;
      if (report) showReport(report);
      const isBack = showObject(null);
      if (isBack && address === "") restore();
      else if (target) reveal(target);
    }

    function filter(parameters) {
      const asked = parameters.get("report");
      const listing = writeListings.find(({report}) => asked === null ? !report.hidden : report.id === asked)
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

    function unfoldForPrint() {
      const folded = [];
      addEventListener("beforeprint", () => {
        folded.splice(0, folded.length, ...document.querySelectorAll("details:not([open], .aside)"));
        for (const details of folded) details.open = true;
      });
      addEventListener("afterprint", () => { for (const details of folded) details.open = false; });
    }

    addEventListener("DOMContentLoaded", () => {
      readData();
      reports = [...document.querySelectorAll(".report")];
      const listings = [...document.querySelectorAll(".listing")]
        .map((section) => new Listing(section, rowsOf(section)));
      writeListings = listings.filter(({isOfWrites}) => isOfWrites);
      for (const link of document.querySelectorAll("[data-filter]")) {
        const report = link.closest(".report").id;
        link.hash = (reports.length > 1 ? `report=${report}&` : "") + link.dataset.filter;
      }
      const first = document.querySelector("[data-open]")?.dataset.open;
      if (reports.length > 0) showReport(document.getElementById(first) ?? reports[0]);
      unfoldForPrint();
      addEventListener("hashchange", route);
      route();
    });

    """#
}
