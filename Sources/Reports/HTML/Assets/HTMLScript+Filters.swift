extension HTMLScript {
  /// The filters of a table of writes. They stand in the address, so that a link shows what its
  /// sender saw: `#fate=lost&class=Person&text=urgent`.
  static let filters = #"""
    class Filters {
      constructor(listing) {
        this.listing = listing;
        this.form = listing.section.querySelector(".filters");
        this.chips = [...this.form.querySelectorAll("[data-fate]")];
        this.fields = [...this.form.querySelectorAll("select, input")];
        this.form.hidden = false;
        for (const chip of this.chips) {
          chip.addEventListener("click", () => {
            this.press(chip, chip.getAttribute("aria-pressed") !== "true");
            this.changed();
          });
        }
        this.form.addEventListener("input", () => this.changed());
        this.form.addEventListener("submit", (event) => event.preventDefault());
        this.form.addEventListener("reset", (event) => {
          event.preventDefault();
          this.read(new URLSearchParams());
          this.changed();
        });
      }

      press(chip, isPressed) { chip.setAttribute("aria-pressed", String(isPressed)); }

      get fates() {
        return this.chips.filter((chip) => chip.getAttribute("aria-pressed") === "true")
          .map((chip) => chip.dataset.fate);
      }

      changed() {
        this.apply();
        this.remember();
      }

      apply() {
        const fates = this.fates;
        const fields = this.fields.filter((field) => field.name !== "text" && field.value !== "");
        const words = (this.form.elements.text?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
        const {source} = this.listing;
        this.listing.keep((row) =>
          (fates.length === 0 || fates.includes(source.facet("fate", row)))
            && fields.every((field) => source.facet(field.name, row) === field.value)
            && words.every((word) => this.text(row).includes(word)));
        this.listing.show();
      }

      text(row) {
        this.texts ??= new Map();
        if (!this.texts.has(row)) {
          this.texts.set(row, this.listing.cells(row).join(" ").toLowerCase());
        }
        return this.texts.get(row);
      }

      read(parameters) {
        const fates = (parameters.get("fate") ?? "").split(",");
        for (const chip of this.chips) this.press(chip, fates.includes(chip.dataset.fate));
        for (const field of this.fields) {
          field.value = parameters.get(field.name) ?? "";
          if (field.selectedIndex === -1) field.value = "";
        }
        const sort = /^(\d+)(d?)$/.exec(parameters.get("sort") ?? "0");
        const column = Math.min(Number(sort?.[1] ?? 0), this.listing.headings.length - 1);
        [this.listing.column, this.listing.isDescending] = [column, sort?.[2] === "d"];
        this.apply();
        this.listing.page = Number(parameters.get("page") ?? 1) - 1 || 0;
        this.listing.show();
      }

      remember() {
        const {listing} = this;
        if (!listing.isOfWrites) return;
        const parameters = new URLSearchParams();
        if (reports.length > 1) parameters.set("report", listing.report.id);
        if (this.fates.length > 0) parameters.set("fate", this.fates.join(","));
        for (const field of this.fields) if (field.value !== "") parameters.set(field.name, field.value);
        if (listing.column !== 0 || listing.isDescending) {
          parameters.set("sort", listing.column + (listing.isDescending ? "d" : ""));
        }
        if (listing.page > 0) parameters.set("page", listing.page + 1);
        history.replaceState(null, "", "#" + (parameters.toString() || listing.report.id));
      }
    }

    """#
}
