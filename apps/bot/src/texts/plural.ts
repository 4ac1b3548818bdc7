/**
 * Picks the form of a noun for a number, by the rules of the language (Intl.PluralRules).
 *
 * @example plural('ru', 3, { one: 'проверка', few: 'проверки', many: 'проверок', other: 'проверки' }) // 'проверки'
 */
export function plural(
  language: string,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
