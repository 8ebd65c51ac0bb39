extension HTMLScript {
  /// Makes elements, and fills the page's templates.
  static let elements = #"""
    document.documentElement.classList.add("js");

    function element(name, properties, ...children) {
      const made = Object.assign(document.createElement(name), properties);
      made.append(...children);
      return made;
    }

    function fateElement(fate, content = fate) {
      return element("span", {className: `fate ${fate}`}, content);
    }

    function filled(template, values) {
      const made = document.getElementById(template).content.firstElementChild.cloneNode(true);
      for (const part of made.querySelectorAll("[data-if]")) if (!values[part.dataset.if]) part.remove();
      for (const part of made.querySelectorAll("[data-fill]")) {
        part.textContent = values[part.dataset.fill];
        const {document: address} = part.dataset;
        if (address !== undefined && data.documents !== "") {
          part.href = data.documents + address + (address.endsWith("#") ? part.textContent.toLowerCase() : "");
        }
      }
      return made;
    }

    """#

  /// A table whose rows are sorted, filtered and drawn a page at a time, so that ten thousand of them
  /// cost nothing.
  static let listing = #"""
    const pageSize = 100;
    const collator = new Intl.Collator("en", {numeric: true});

    class Listing {
      constructor(section, source) {
        this.section = section;
        this.source = source;
        this.report = section.closest(".report");
        this.table = section.querySelector("table.rows");
        this.body = this.table.tBodies[0];
        this.kept = this.source.rows;
        this.page = 0;
        this.column = 0;
        this.isDescending = false;
        this.count = section.querySelector(".count");
        this.headings = [...this.table.tHead.rows[0].cells];
        this.texts = new Map();
        this.addSortButtons();
        this.addPager();
        this.table.classList.add("ready");
        this.isOfWrites = section.querySelector("[data-fate]") !== null;
        this.filters = section.querySelector(".filters") ? new Filters(this) : null;
        this.show();
      }

      cells(row) {
        if (!this.texts.has(row)) this.texts.set(row, this.source.cells(row));
        return this.texts.get(row);
      }

      addSortButtons() {
        this.headings.forEach((heading, column) => {
          const button = element("button", {type: "button"}, ...heading.childNodes);
          button.addEventListener("click", () => {
            this.sort(column, column === this.column && !this.isDescending);
            this.show();
            this.filters?.remember();
          });
          heading.replaceChildren(button);
        });
        this.markSorted();
      }

      markSorted() {
        this.headings.forEach((heading, column) => {
          if (column !== this.column) heading.removeAttribute("aria-sort");
          else heading.setAttribute("aria-sort", this.isDescending ? "descending" : "ascending");
        });
      }

      sort(column, isDescending) {
        [this.column, this.isDescending, this.page] = [column, isDescending, 0];
        this.markSorted();
        const sign = isDescending ? -1 : 1;
        const keys = new Map(this.kept.map((row) => [row, this.cells(row)[column]]));
        this.kept = [...this.kept].sort((a, b) =>
          sign * collator.compare(keys.get(a), keys.get(b)) || a - b);
      }

      keep(isKept) {
        this.kept = this.source.rows.filter(isKept);
        if (this.column !== 0 || this.isDescending) this.sort(this.column, this.isDescending);
        this.markSorted();
        this.page = 0;
      }

      addPager() {
        const step = (label, page) => {
          const button = element("button", {type: "button"}, label);
          button.addEventListener("click", () => {
            this.page = page();
            this.show();
            this.filters?.remember();
            this.section.scrollIntoView({block: "start"});
          });
          return button;
        };
        this.previous = step("Previous", () => this.page - 1);
        this.next = step("Next", () => this.page + 1);
        this.place = element("span");
        this.pager = element("nav", {className: "pager"}, this.previous, this.next, this.place);
        this.pager.setAttribute("aria-label", `Pages of ${this.source.noun}s`);
        this.table.after(this.pager);
      }

      get pageCount() { return Math.max(1, Math.ceil(this.kept.length / pageSize)); }

      show() {
        this.page = Math.min(Math.max(this.page, 0), this.pageCount - 1);
        const start = this.page * pageSize;
        this.body.replaceChildren(
          ...this.kept.slice(start, start + pageSize).map((row) => this.source.row(row)));
        this.pager.hidden = this.pageCount === 1;
        this.previous.disabled = this.page === 0;
        this.next.disabled = this.page === this.pageCount - 1;
        this.place.textContent = `Page ${this.page + 1} of ${this.pageCount}`;
        const [all, kept] = [this.source.rows.length, this.kept.length];
        const nouns = `${all.toLocaleString("en")} ${this.source.noun}${all === 1 ? "" : "s"}`;
        const text = kept === all ? nouns : `${kept.toLocaleString("en")} of ${nouns}`;
        if (this.count.textContent !== text) this.count.textContent = text;
      }
    }

    """#
}
