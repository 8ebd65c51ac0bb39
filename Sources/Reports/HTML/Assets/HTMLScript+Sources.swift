extension HTMLScript {
  /// What the rows of tables are: all writes of a report, all its objects, or the writes whose fates
  /// differ between several reports.
  static let sources = #"""
    function tableRow(...cells) {
      return element("tr", {}, ...cells.map((cell) => element("td", {}, ...[cell].flat())));
    }

    function link(target, content, className = "") {
      return element("a", {href: "#" + target, className}, content);
    }

    class WriteRows {
      constructor(report) {
        this.report = report;
        this.rows = Array.from({length: report.writes.count}, (_, write) => write);
        this.noun = "write";
      }

      cells(write) {
        const {report} = this;
        return [
          `#${write}`, report.writes.text("version", write), report.objectName(report.object(write)),
          report.target(write), report.writes.text("operation", write), report.judged("fate", write),
          report.writes.text("reason", write),
        ];
      }

      facet(name, write) {
        if (name === "class") return this.report.objects.text("class", this.report.object(write));
        if (name === "property") return this.report.writes.text("property", write);
        return this.report.judged(name, write);
      }

      row(write) {
        const cells = this.cells(write);
        const reason = [cells[6]];
        if (this.report.judged("defect", write) !== "") {
          reason.push(" ", element("span", {className: "note"}, "defect"));
        }
        const row = tableRow(
          link(`${this.report.id}-w${write}`, cells[0]), ...cells.slice(1, 5), fateElement(cells[5]), reason);
        row.dataset.write = write;
        return row;
      }
    }

    class ObjectRows {
      constructor(report) {
        this.report = report;
        this.rows = Array.from({length: report.objects.count}, (_, object) => object);
        this.noun = "object";
      }

      fates(object) {
        const counts = new Map();
        for (const write of this.report.writesOfObjects[object]) {
          const fate = this.report.judged("fate", write);
          counts.set(fate, (counts.get(fate) ?? 0) + 1);
        }
        return [...counts];
      }

      cells(object) {
        const {objects, writesOfObjects} = this.report;
        return [
          objects.text("class", object), objects.text("name", object),
          String(writesOfObjects[object].length),
          this.fates(object).map(([fate, count]) => `${count} ${fate}`).join(" "),
        ];
      }

      row(object) {
        const cells = this.cells(object);
        const fates = this.fates(object).flatMap(([fate, count]) => [fateElement(fate, `${count} ${fate}`), " "]);
        return tableRow(cells[0], link(`${this.report.id}-o${object}`, cells[1]), cells[2], fates);
      }
    }

    class DifferenceRows {
      constructor(reports, names) {
        this.reports = reports;
        this.names = names;
        this.writes = new WriteRows(reports[0]);
        this.rows = this.writes.rows.filter((write) => new Set(this.fates(write)).size > 1);
        this.noun = "write";
      }

      fates(write) { return this.reports.map((report) => report.judged("fate", write)); }

      cells(write) {
        const cells = this.writes.cells(write);
        return [cells[0], cells[2], cells[3], cells[4], ...this.fates(write)];
      }

      row(write) {
        const cells = this.cells(write);
        const fates = this.reports.map((report, index) =>
          link(`${report.id}-w${write}`, cells[4 + index], `fate ${cells[4 + index]}`));
        const row = tableRow(...cells.slice(0, 4), ...fates);
        this.names.forEach((name, index) => { row.cells[4 + index].dataset.label = name; });
        return row;
      }
    }

    function rowsOf(section) {
      if (section.dataset.list === "differences") {
        const headings = [...section.querySelectorAll("[data-report-id]")];
        return new DifferenceRows(
          headings.map(({dataset}) => reportData.get(dataset.reportId)),
          headings.map(({textContent}) => textContent));
      }
      const report = reportData.get(section.closest(".report").id);
      return section.dataset.list === "objects" ? new ObjectRows(report) : new WriteRows(report);
    }

    """#
}
