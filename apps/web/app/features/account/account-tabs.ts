export type AccountTab = 'history' | 'tariffs' | 'promocodes' | 'feedback' | 'disputes';

export interface TabFacts {
  readonly id: AccountTab;
  /** In the menu, as the headline and as the title of the page. */
  readonly headline: string;
  readonly isForAdmins: boolean;
}

const TABS: readonly TabFacts[] = [
  { id: 'history', headline: 'Checks history', isForAdmins: false },
  { id: 'tariffs', headline: 'Billing and plans', isForAdmins: false },
  { id: 'promocodes', headline: 'Promo codes', isForAdmins: true },
  { id: 'feedback', headline: 'Feedback', isForAdmins: true },
  { id: 'disputes', headline: 'Disputes', isForAdmins: true },
];

/** The tabs a person may see, in order. */
export function tabsFor(isAdmin: boolean): readonly TabFacts[] {
  return TABS.filter((tab) => isAdmin || !tab.isForAdmins);
}

/** The tab that a query asks for; history for none, for one there is not, and for one that is not theirs (GAP-45). */
export function tabOf(query: string | null, isAdmin: boolean): TabFacts {
  const [history, ...others] = tabsFor(isAdmin);
  if (history === undefined) throw new Error('There are no tabs');
  return others.find((tab) => tab.id === query) ?? history;
}
