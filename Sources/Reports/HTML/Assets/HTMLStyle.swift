internal import Phrasebook

/// The style of the page, in parts.
enum HTMLStyle {
  static let text = [colors, page, parts, tables, phone, print].joined()

  /// Colors by their meaning, for light and dark surroundings; text has a contrast of 4.5 and more.
  private static let colors = """
    :root{--back:#fdfdfb;--panel:#f4f4f0;--line:#deded7;--text:#1c1e21;--soft:#595f67;--link:#1557a8;\
    --lost:#b42318;--stranded:#7d3c98;--conflicted:#8f5200;--recovered:#16704a;--superseded:#5a616b;\
    --redundant:#2a628f;--pending:#2a628f;--unknown:#6d5d3f;--level:#cfd3d8;--edge:#0006;--amber:#e3b55b;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
    @media (prefers-color-scheme:dark){:root{--back:#15171a;--panel:#1d2024;--line:#353a41;--text:#e4e6e9;\
    --soft:#a2a9b2;--link:#8abaf7;--lost:#ff9184;--stranded:#d5a6ee;--conflicted:#e8b45c;--recovered:#71d3a2;\
    --superseded:#a2a9b2;--redundant:#8cc0ea;--pending:#8cc0ea;--unknown:#cfbd97;--level:#434a53;--edge:#fff7;--amber:#a97a1f}}
    .lost{--fate:var(--lost)}.stranded{--fate:var(--stranded)}.conflicted{--fate:var(--conflicted)}\
    .recovered{--fate:var(--recovered)}.superseded{--fate:var(--superseded)}\
    .redundant{--fate:var(--redundant)}.pending{--fate:var(--pending)}.unknown{--fate:var(--unknown)}

    """

  private static let page = """
    *{box-sizing:border-box}[hidden]{display:none!important}
    html{background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
    body{margin:0 auto;max-width:70rem;padding:0 1.5rem 3rem;overflow-wrap:anywhere}
    a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:1px}
    :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
    main:focus,article:focus,li:focus{outline:none}
    .skip{position:absolute;left:-999rem;background:var(--back);padding:.5rem 1rem}.skip:focus{left:1rem;top:.5rem;z-index:1}
    h1,h2,h3,h4{line-height:1.25;margin:0;text-wrap:balance}
    h1{font-size:1.75rem;letter-spacing:-.015em;margin-bottom:.5rem}
    h2{font-size:1.3rem;letter-spacing:-.01em;margin:2.5rem 0 .25rem}
    h3{font-size:1.05rem;margin:2.5rem 0 .5rem}
    h4{font-size:.95rem;margin:1.25rem 0 .25rem}
    p{margin:0 0 .75rem}ul,ol{margin:0 0 .75rem;padding-left:1.25rem}
    code,pre,.value,.key{font-family:var(--mono);font-size:.875em}
    .top{border-bottom:1px solid var(--line);padding:1rem 0 .75rem;margin-bottom:1.75rem;font-size:.875rem;color:var(--soft)}
    .top p{margin:0}.source span{color:var(--text)}
    .reports p{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.5rem}
    .reports [aria-current]{color:var(--text);font-weight:600;text-decoration:none;border-bottom:2px solid currentColor}
    .lede{max-width:46rem;color:var(--soft);margin-bottom:.35rem}
    .faint,.meaning,.note,.count,figcaption{color:var(--soft)}
    footer{border-top:1px solid var(--line);margin-top:3rem;padding-top:.75rem;font-size:.8125rem;color:var(--soft)}

    """

  private static let parts = """
    .fate{color:var(--fate);white-space:nowrap;font-weight:500}
    .fate::before{content:"";display:inline-block;width:.5em;height:.5em;border-radius:50%;background:currentColor;margin-right:.45em;vertical-align:.08em}
    .good{color:var(--recovered)}.bad{color:var(--lost)}
    .outcome{border:1px solid var(--line);border-radius:.5rem;background:var(--panel);padding:1.25rem 1.5rem;margin-top:1rem}
    .outcome>:last-child{margin-bottom:0}
    .result{font-size:1.5rem;letter-spacing:-.01em;margin:0 0 .25rem}
    .bar{display:block;border-radius:3px;margin:1rem 0 .75rem}
    .bar rect,.chart rect{fill:color-mix(in srgb,var(--fate) 78%,var(--back));stroke:var(--panel);stroke-width:1}
    .totals{list-style:none;padding:0;display:grid;grid-template-columns:auto auto 1fr;gap:.15rem .75rem}
    .totals li{display:grid;grid-template-columns:subgrid;grid-column:1/-1;align-items:baseline}
    .totals b{font-variant-numeric:tabular-nums;text-align:right;font-size:1.125rem}
    .facts{margin:1rem 0;display:grid;gap:.25rem 1.25rem;grid-template-columns:auto 1fr}
    .facts div{display:grid;grid-template-columns:subgrid;grid-column:1/-1}
    dt{color:var(--soft)}dd{margin:0}
    .callout{border-left:3px solid var(--lost);padding:.25rem 0 .25rem .75rem;color:var(--text)}
    .answer{margin-top:1rem;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:0 1rem}
    .answer>:not(.price){grid-column:1/-1}.answer>h2,.answer>h3{margin:0 0 .35rem}.answer .callout:not(.bad){border-color:var(--recovered)}
    .price{border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0}.price h3{margin:0 0 .25rem}.price .meaning{font-weight:400;font-size:.875rem}
    p.harm{margin:.5rem 0 .15rem}ul.harm{margin-bottom:.5rem}.harm .meaning{font-size:.875rem}
    .message{color:var(--text)}
    .findings{list-style:none;padding:0}.findings>li,.finding{border-top:1px solid var(--line);padding:.75rem 0 .25rem}
    .findings p{margin-bottom:.35rem}.plan{counter-reset:plan}
    a.name:not([href]){color:inherit}
    .name{font-family:var(--mono);font-size:.8125em;background:var(--panel);border:1px solid var(--line);border-radius:.25rem;padding:.05rem .35rem}
    dl.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:.5rem 1.5rem;margin:.5rem 0}
    dl.sides dt{font-size:.8125rem}
    .value,.key{unicode-bidi:isolate;white-space:pre-wrap}
    .value.none{color:var(--soft);font-family:inherit;font-style:italic}
    .note{font-size:.75rem;white-space:nowrap;border:1px solid var(--line);border-radius:1rem;padding:0 .45rem;font-family:inherit}
    .decisions b{font-weight:600}
    pre{overflow:auto;background:var(--panel);padding:.75rem;border-radius:.25rem}
    summary{cursor:pointer}.more>summary{color:var(--link);padding:.4rem 0}
    .copied{user-select:all;white-space:pre-wrap}pre:has(.copied){margin:.35rem 0;max-width:60rem}
    .kinds th[scope=row]{font-weight:500;min-width:16rem;width:50%;overflow-wrap:anywhere}.kinds details{font-weight:400}.kinds summary{color:var(--link)}.kinds td:nth-child(2){min-width:8rem}
    .chart{margin:0 0 .75rem}.chart figcaption{font-size:.875rem}
    .legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.1rem 1.25rem;font-size:.8125rem;color:var(--soft);margin:.35rem 0 .5rem}
    .legend li::before{content:"";display:inline-block;width:.75em;height:.75em;background:color-mix(in srgb,var(--fate) 78%,var(--back));margin-right:.4em;vertical-align:-.05em;border-radius:2px}
    .plot{display:grid;grid-template-columns:auto 1fr;gap:.3rem .6rem;align-items:center}
    .plot svg{display:block;overflow:visible}
    .scale{font-size:.75rem;color:var(--soft);text-align:right;font-variant-numeric:tabular-nums;line-height:1}
    .scale:has(span){align-self:stretch;display:flex;flex-direction:column;justify-content:space-between;padding-top:14px}
    .grid{stroke:var(--line);stroke-dasharray:2 3}
    .chart rect{stroke:none}.lane rect{fill:var(--soft)}.lane{background:var(--panel);border-radius:2px}
    line.mark{stroke:var(--text);stroke-width:1}text.mark{fill:var(--text);font-size:11px;font-weight:600}
    .axis{display:flex;justify-content:space-between;font-size:.75rem;color:var(--soft);margin:0}
    .losses{list-style:none;padding:0}.losses .mark{display:inline-block;min-width:1.4em;text-align:center;border:1px solid var(--text);border-radius:50%;font-size:.75rem;line-height:1.4em}
    .unsynced{--fate:var(--level)}.risk{--fate:var(--amber)}
    .columns{display:flex;flex-wrap:wrap;gap:1rem 4rem;align-items:start}

    """

  private static let tables = """
    table{border-collapse:collapse;width:100%;font-size:.875rem;line-height:1.4}
    th,td{text-align:left;vertical-align:baseline;padding:.4rem 1rem .4rem 0;border-bottom:1px solid var(--line)}
    th{font-weight:600;overflow-wrap:normal}table.sides{table-layout:fixed}.sides th:first-child{width:8rem;overflow-wrap:anywhere}
    thead th{color:var(--soft);font-weight:500;border-bottom-color:var(--soft)}
    thead button{all:unset;cursor:pointer;color:inherit;white-space:nowrap}
    thead button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    thead button:hover{color:var(--text)}
    th[aria-sort]{color:var(--text)}
    .js th[aria-sort=ascending] button::after{content:" \\2191"}.js th[aria-sort=descending] button::after{content:" \\2193"}
    .rows td:nth-child(-n+2){font-variant-numeric:tabular-nums}
    .rows tbody tr:hover{background:var(--panel)}
    :root:not(.js) .rows{display:none}
    .scroll{overflow-x:auto;--under:var(--back);background:linear-gradient(90deg,var(--under) 40%,transparent) 0 0/3rem 100% local,linear-gradient(270deg,var(--under) 40%,transparent) 100% 0/3rem 100% local,\
    linear-gradient(90deg,var(--edge),transparent) 0 0/1.1rem 100% scroll,linear-gradient(270deg,var(--edge),transparent) 100% 0/1.1rem 100% scroll;background-repeat:no-repeat}
    .outcome .scroll{--under:var(--panel)}
    .groups{margin-bottom:1.5rem}.groups th[scope=row]{font-weight:500}
    .counts,.matrix{width:auto}.counts td,.counts th[scope=col]:not(:first-child),.matrix td,.matrix th{text-align:right;font-variant-numeric:tabular-nums}
    .counts td,.matrix td{min-width:5rem}.matrix th[scope=row]{text-align:left}.matrix td.none{color:var(--soft)}.matrix .bar{margin:0;height:10px;min-width:7rem}.matrix th,.matrix td{padding-left:1rem;padding-right:0}.matrix th:first-child{padding-left:0;padding-right:1rem;text-align:left}
    .matrix .group{color:var(--soft);font-weight:500;padding-top:1rem}.outcome>h2{margin-top:0}.outcome>h3:not(.result){margin-top:1.25rem;margin-bottom:.25rem}.outcome th,.outcome td{border-bottom-color:var(--line)}
    .points th[scope=col]:nth-child(2){text-align:left}
    .counts:not(.causes,.points) tbody tr:not(:first-child) th{padding-left:1rem}.counts tbody tr:not(:first-child) th,.causes tbody th,.points tbody th{font-weight:400}
    .filters{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;margin-bottom:.75rem;font-size:.875rem}
    fieldset{border:0;margin:0 0 .75rem;padding:0;display:flex;flex-wrap:wrap;gap:.4rem}
    legend{float:left;margin-right:.75rem;padding:.15rem 0;color:var(--soft)}
    .fields{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end}
    .fields label{color:var(--soft);display:grid;gap:.15rem}.fields .wide{flex:1 1 12rem}
    button,select,input{font:inherit;color:inherit}
    select,input,.fields button,.chip,.pager button{color:var(--text);background:var(--back);border:1px solid var(--line);border-radius:.35rem;padding:.3rem .6rem;min-height:2.1rem;max-width:100%}
    .fields button,.chip,.pager button{cursor:pointer}
    .chip{border-radius:1.1rem;color:var(--fate)}.chip b{font-variant-numeric:tabular-nums;margin-left:.25rem}
    .chip[aria-pressed=true]{background:var(--fate);border-color:var(--fate);color:var(--back)}
    .pager{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-top:.75rem;font-size:.875rem;font-variant-numeric:tabular-nums}
    .pager button:disabled{color:var(--soft);cursor:default;opacity:.6}
    .count{font-size:.875rem;margin-bottom:.25rem}
    .object h3 .key{font-weight:400;margin-left:.35rem}
    .history{list-style:none;padding:0;margin-top:1rem}.history li{padding:.5rem 0 .1rem .85rem;border-left:2px solid var(--line)}
    .history p{margin:0}.reason{font-size:.875rem}.facets{font-size:.8125rem;color:var(--soft)}
    .history li:target,.history li:focus{border-left-color:var(--link)}
    .js.is-page .reset>:not(h1,h2,.report),.js.is-page .report>:not(h2,.pages){display:none}
    .back{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:1.5rem;font-size:.875rem}.back+h3{margin-top:1rem}

    """

  /// Below this width the rows of wide tables become cards.
  private static let phone = """
    @media (max-width:44rem){
    body{padding:0 1rem 2rem}h1{font-size:1.4rem}.outcome{padding:1rem}
    .totals{grid-template-columns:auto 1fr}.totals .meaning{grid-column:2;font-size:.8125rem;line-height:1.3;margin-bottom:.25rem}
    .facts div{display:block;margin-bottom:.35rem}.facts{display:block}dt{font-size:.8125rem}
    .rows,.rows tbody,.rows tr,.rows td,.rows thead,.rows th,table.sides,.sides tbody,.sides tr,.sides td,.sides th{display:block;border:0;padding:0}
    .rows thead tr{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.25rem 0 .5rem}
    .sides thead{display:none}
    .rows tbody tr{border-top:1px solid var(--line);padding:.6rem 0;display:grid;gap:.1rem .75rem;grid-template-columns:1fr auto}
    .writes td:nth-child(1){order:6;text-align:right}.writes td:nth-child(2){order:5;color:var(--soft)}.writes td:nth-child(2)::before{content:"client version "}
    .writes td:nth-child(3){order:1;font-weight:600}.writes td:nth-child(6){order:2}
    .writes td:nth-child(4){order:3;grid-column:1/-1}.writes td:nth-child(5){order:3;grid-column:1/-1}
    .writes td:nth-child(7){order:4;grid-column:1/-1;color:var(--soft)}
    .groups,.groups tbody,.groups tr,.groups td,.groups th{display:block;border:0;padding:0}.groups thead{display:none}
    .groups tr{border-top:1px solid var(--line);padding:.5rem 0;display:grid;gap:.1rem .75rem;grid-template-columns:1fr auto}
    .groups th{grid-row:1}.groups td:last-child{grid-column:1/-1;color:var(--soft)}
    .kinds,.kinds tbody,.kinds tr,.kinds td,.kinds th[scope=row]{display:block;border:0;padding:0;width:auto;min-width:0}.kinds thead{display:none}
    .kinds tr{border-top:1px solid var(--line);padding:.5rem 0}
    .differences td{grid-column:1/-1}.differences td:first-child{grid-column:2;grid-row:1}.differences td:nth-child(2){grid-column:1;grid-row:1;font-weight:600}
    .differences td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}
    .sides tr{border-top:1px solid var(--line);padding:.6rem 0;display:grid;grid-template-columns:1fr 1fr;gap:.5rem 1rem}
    .sides th{grid-column:1/-1}.sides td::before{display:block;font-size:.75rem;color:var(--soft)}
    .sides td:nth-of-type(1)::before{content:"Last sync"}.sides td:nth-of-type(2)::before{content:"Device"}
    .sides td:nth-of-type(3)::before{content:"Server"}.sides td:nth-of-type(4)::before{content:"After the reset"}
    .counts td,.matrix td{min-width:0}.counts th,.counts td{padding-right:.6rem}.counts tr>:last-child{padding-right:0}
    .matrix{font-size:.6875rem}.matrix td{overflow-wrap:normal}.matrix th,.matrix td{padding-left:.35rem}.matrix th:first-child{padding-right:0}.matrix .bar{min-width:2rem}
    .fields label,.fields .wide{flex:1 1 8rem}select,input{width:100%}
    }

    """

  private static let print = """
    @media print{
    html{font-size:10pt;background:#fff}body{max-width:none;padding:0}
    .top,.filters,.pager,.skip,.back,footer{display:none}
    .outcome,.scroll{background:none}h2,h3{break-after:avoid}tr,.findings li,.history li{break-inside:avoid}
    details:not(.aside)::details-content{content-visibility:visible!important;block-size:auto!important}details:not(.aside)>summary,.aside:not([open]){display:none}
    a{color:inherit;text-decoration:none}thead{display:table-header-group}
    }

    """
}
