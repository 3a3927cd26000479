// @use lib/dom.js
// Which CSS framework a page uses, guessed from its class names, custom properties and the names of its
// files.
function oneOf(...parts) {
  return new RegExp(`^(${parts.join("")})$`);
}

const CSS_FRAMEWORKS = [
  {
    name: "Tailwind CSS",
    property: /^--tw-/,
    file: /tailwind/i,
    className: oneOf(
      String.raw`((sm|md|lg|xl|2xl|hover|focus|dark|group-hover|active|disabled|first|last):)*-?(`,
      String.raw`([mp][trblxyse]?|gap|space-[xy]|inset|top|left|right|bottom|w|h|(max|min)-[wh])`,
      String.raw`-(\d+(\.5)?|px|full|screen|\[.+\])`,
      String.raw`|text-(xs|base|\dxl|[a-z]+-\d{2,3})|bg-[a-z]+-\d{2,3}|font-(medium|semibold)`,
      String.raw`|rounded-(md|lg|xl|full)|items-(center|start|end)|justify-(between|center|end)`,
      String.raw`|grid-cols-\d+|flex-(col|1)|(leading|tracking)-[a-z]+|border-[a-z]+-\d{2,3})`,
    ),
  },
  {
    name: "Bootstrap",
    property: /^--bs-/,
    file: /bootstrap/i,
    className: oneOf(
      String.raw`container-fluid|col-(xs|sm|md|lg|xl)(-\d+)?`,
      String.raw`|btn-(primary|secondary|success|danger|outline-\w+|default|lg)`,
      String.raw`|navbar(-(brand|nav|expand-\w+|collapse|toggler))?`,
      String.raw`|d-(flex|none|block|inline-block|(sm|md|lg)-\w+)|form-(control|group|check|select|label)`,
      String.raw`|card-(body|title|header|footer)|modal-(dialog|content|body)|list-group(-item)?`,
      String.raw`|nav-(item|link)`,
    ),
  },
  { name: "MUI", property: /^--mui-/, file: /material-ui|@mui/i, className: /^Mui[A-Z]\w+-/ },
  { name: "Ant Design", property: /^--ant-/, file: /antd/i, className: /^ant-[a-z]/ },
  { name: "Chakra UI", property: /^--chakra-/, file: /chakra/i, className: /^chakra-[a-z]/ },
  {
    name: "Bulma",
    property: /^--bulma-/,
    file: /bulma/i,
    className: oneOf(
      String.raw`is-(primary|link|info|success|warning|danger|half|one-third|fullwidth|grouped|multiline)`,
      String.raw`|has-text-\w+|columns|navbar-(start|end|burger)|hero-body`,
    ),
  },
  {
    name: "Foundation",
    file: /foundation(\.min)?\.css/i,
    className:
      /^(grid-[xy]|grid-container|cell|(small|medium|large)-\d+|callout|top-bar(-\w+)?|button-group)$/,
  },
  { name: "Semantic UI", file: /(semantic|fomantic)/i, pair: "ui", className: /^(ui)$/ },
  { name: "UIkit", file: /uikit/i, className: /^uk-[a-z]/ },
  {
    name: "Materialize",
    file: /materialize/i,
    className: /^(materialize|waves-effect|card-panel|collection-item|sidenav)$/,
  },
  {
    name: "Vuetify",
    property: /^--v-(theme|border|layout)/,
    file: /vuetify/i,
    className: /^v-(application|btn|card|main|row|col|app-bar|icon)/,
  },
  { name: "Quasar", property: /^--q-/, file: /quasar/i, className: /^q-(btn|layout|page|card|item|icon)/ },
  { name: "Element Plus", property: /^--el-/, file: /element-(plus|ui)/i, className: /^el-[a-z]/ },
  { name: "Mantine", property: /^--mantine-/, className: /^(mantine-|m_[0-9a-f]{8}$)/ },
  { name: "Fluent UI", property: /^--(colorNeutral|fontFamilyBase)/, className: /^(fui-|ms-[A-Z])/ },
  { name: "Angular Material", property: /^--(mat|mdc)-/, className: /^(mat-|mdc-|cdk-)/ },
  { name: "Ionic", property: /^--ion-/, className: /^ion-(page|color|activatable)/ },
  {
    name: "Primer",
    property: /^--(fgColor|bgColor|borderColor)-/,
    file: /primer/i,
    className: /^(AppHeader|Box-(row|header)|color-fg-\w+|Button--\w+)/,
  },
  { name: "WordPress blocks", property: /^--wp--/, className: /^wp-(block|element)-/ },
  { name: "styled-components", className: /^sc-[a-zA-Z]{5,}/ },
  { name: "Emotion", className: /^css-[0-9a-z]{5,8}(-|$)/ },
  {
    name: "CSS modules",
    className: /^([A-Za-z]\w*_{1,2}[A-Za-z]\w*__?[A-Za-z0-9+/-]{5,8}|_[a-z]\w*_[a-z0-9]{5}_\d+)$/,
  },
];

// [{name, confidence, signs}], the likeliest first. `classes` maps class names to counts.
function guessedFrameworks(classes, properties, files) {
  const guesses = [];
  for (const framework of CSS_FRAMEWORKS) {
    let names = 0;
    for (const name of classes.keys()) if (framework.className.test(name)) names++;
    if (framework.pair) names *= 5;
    const own = framework.property ? properties.filter((name) => framework.property.test(name)).length : 0;
    const named = framework.file ? files.filter((file) => framework.file.test(file)).length : 0;
    const score = Math.min(names / 3, 6) + (own > 0 ? 3 : 0) + (named > 0 ? 3 : 0);
    if (score < 1) continue;
    const signs = [];
    if (names > 0) signs.push(`${names} class ${names === 1 ? "name" : "names"}`);
    if (own > 0) signs.push(`${own} custom ${own === 1 ? "property" : "properties"}`);
    if (named > 0) signs.push("a file name");
    guesses.push({
      name: framework.name,
      score,
      confidence: score >= 5 ? "high" : score >= 3 ? "medium" : "low",
      signs,
    });
  }
  return guesses.sort((a, b) => b.score - a.score).slice(0, 4);
}
