/** Addresses the starter data knows. Real, public and documented; see the data's own README files. */
export const KNOWN = {
  /** Named on the sanctions list of the US Treasury since November 2018. */
  sanctioned: { address: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C', ticker: 'BTC' },
  /** Burned value of nobody; the starter data holds no record of it. */
  unknown: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ticker: 'BTC' },
} as const;
