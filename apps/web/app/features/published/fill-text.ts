import type { TextFacts } from './text-facts.ts';

/**
 * Puts names and addresses of the installation into a published text, where it says `{product}`, `{company}`,
 * `{support}`, `{licence}`, `{site}` or `{kept}`. Whatever they hold, they stay text: none of it becomes HTML.
 *
 * @throws Error where the text has a placeholder without a value
 */
export function fillText(html: string, facts: TextFacts): string {
  // In the address of a link, Markdown writes the braces in percent signs.
  return html.replace(/(?:\{|%7B)(\w+)(?:\}|%7D)/g, (_found, name: string) => {
    if (!isFact(name, facts)) throw new Error(`A published text asks for {${name}}`);
    return escapeHtml(facts[name]);
  });
}

function isFact(name: string, facts: TextFacts): name is keyof TextFacts {
  return Object.hasOwn(facts, name);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
