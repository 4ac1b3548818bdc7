/** Text with Telegram's HTML in it; everything that was put into it is escaped already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html;

/**
 * Writes HTML: what stands in the template is kept, what is put in is escaped, unless it is HTML itself.
 *
 * @example html`<b>${'5 < 6'}</b>`.text // '<b>5 &lt; 6</b>'
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, place) => text + escaped(parts[place - 1] ?? '') + string));
}

/** Lines one under the other; those that are null stay out. */
export function lines(...all: readonly (Html | string | null)[]): Html {
  return new Html(
    all
      .filter((line) => line !== null)
      .map(escaped)
      .join('\n'),
  );
}

/** The same, with never more than one empty line between two others. */
export function paragraphs(...all: readonly (Html | string | null)[]): Html {
  const there = all.filter((line) => line !== null);
  return lines(...there.filter((line, place) => line !== '' || there[place - 1] !== ''));
}

function escaped(part: Part): string {
  if (part instanceof Html) return part.text;
  return String(part).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
