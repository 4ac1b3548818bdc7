/** Part of every certificate; a change of this text changes what is signed from then on. */
export const DISCLAIMER =
  'This result states what the named method found in the named labels and records at the time of the check. It is no legal, tax or investment advice, and no promise about what anybody will do with these assets.';
