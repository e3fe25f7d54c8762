export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A plain page; `body` is HTML. */
export function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – accounting stand-in</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 76rem; margin: 5vh auto; padding: 0 1rem; overflow-x: auto }
button, input { font: inherit; padding: .25rem .75rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid #8884; white-space: nowrap }
td form { display: inline-flex; gap: .25rem; margin-right: .75rem }
td input { width: 6rem }
th.amount, td.amount { text-align: right; font-variant-numeric: tabular-nums }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
