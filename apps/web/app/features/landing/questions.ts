import type { MarketingClaims } from '@assay/domain';

/** The five questions, in the very words that search engines get. */
export const questionsOf = ({ assets }: Pick<MarketingClaims, 'assets'>) => [
  {
    question: 'What do the stars mean?',
    answer:
      'Five stars is safe, one star is very risky. Fewer stars means a higher chance that the wallet is linked to money laundering or other illicit activity. N/A means there was not enough data to give a score, and such a check costs nothing.',
  },
  {
    question: 'Where does the data come from?',
    answer:
      'From the same sources that major exchanges and custody services use. Each report names the categories it found, the source of every label with its date, and a sample path of transfers you can look up yourself.',
  },
  {
    question: 'Which assets can I check?',
    answer: `USDT, Bitcoin, Ethereum and ${assets ?? 'other'} assets. Paste an address and the blockchains it belongs to are listed. The page Sources and coverage lists which networks and dates are covered in full.`,
  },
  {
    question: 'Do unused checks expire?',
    answer:
      'The checks of a plan carry over to the next month for as long as the plan is paid. Pay As You Go checks, promo checks and the free check after sign-up stay until you use them.',
  },
  {
    question: 'Can my counterparty see the result?',
    answer:
      'Only if you share it. Anyone with the link can open the result and its certificate, without an account. Nobody is ever asked to connect a wallet.',
  },
];
