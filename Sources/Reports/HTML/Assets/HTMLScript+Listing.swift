extension HTMLScript {
  /// Makes elements that only scripts need.
  static let elements = #"""
    document.documentElement.classList.add("js");

    function element(name, properties, ...children) {
      const made = Object.assign(document.createElement(name), properties);
      made.append(...children);
      return made;
    }

    """#

  /// A table whose rows are sorted, filtered and shown a page at a time. Rows that are not shown are
  /// out of the document, so that ten thousand of them cost nothing.
  static let listing = #"""
    const pageSize = 100;
    const collator = new Intl.Collator("en", {numeric: true});

    class Listing {
      constructor(section) {
        this.section = section;
        this.report = section.closest(".report");
        this.noun = section.dataset.noun;
        this.table = section.querySelector("table.rows");
        this.body = this.table.tBodies[0];
        this.rows = [...this.body.rows];
        this.kept = this.rows;
        this.page = 0;
        this.column = 0;
        this.isDescending = false;
        this.count = section.querySelector(".count");
        this.headings = [...this.table.tHead.rows[0].cells];
        this.addSortButtons();
        this.addPager();
        this.table.classList.add("ready");
        this.isOfWrites = section.querySelector("[data-fate]") !== null;
        this.filters = section.querySelector(".filters") ? new Filters(this) : null;
        this.show();
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
        const keys = new Map(this.rows.map((row, index) => [row, [row.cells[column].textContent, index]]));
        this.kept = [...this.kept].sort((a, b) => {
          const [[x, i], [y, j]] = [keys.get(a), keys.get(b)];
          return sign * collator.compare(x, y) || i - j;
        });
      }

      keep(isKept) {
        this.kept = this.rows.filter(isKept);
        this.sort(this.column, this.isDescending);
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
        this.pager.setAttribute("aria-label", `Pages of ${this.noun}s`);
        this.section.append(this.pager);
      }

      get pageCount() { return Math.max(1, Math.ceil(this.kept.length / pageSize)); }

      show() {
        this.page = Math.min(Math.max(this.page, 0), this.pageCount - 1);
        const start = this.page * pageSize;
        this.body.replaceChildren(...this.kept.slice(start, start + pageSize));
        this.pager.hidden = this.pageCount === 1;
        this.previous.disabled = this.page === 0;
        this.next.disabled = this.page === this.pageCount - 1;
        this.place.textContent = `Page ${this.page + 1} of ${this.pageCount}`;
        const [all, kept] = [this.rows.length, this.kept.length];
        const nouns = `${all.toLocaleString("en")} ${this.noun}${all === 1 ? "" : "s"}`;
        const text = kept === all ? nouns : `${kept.toLocaleString("en")} of ${nouns}`;
        if (this.count.textContent !== text) this.count.textContent = text;
      }
    }

    """#
}
