/** Parts of the tab that links lead to, as addresses relative to the page. */
export const PLANS_SECTION = '?tab=tariffs#plans';
export const PAYG_SECTION = '?tab=tariffs#payg';

/** Where every provider returns to, whatever came of the payment (row PAY-06). */
export const RETURN_PATH = '/account?tab=tariffs';
