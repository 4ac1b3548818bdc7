import { Stars } from '@assay/ui';

const SCORES = [
  { score: 5, text: 'Nothing risky was found in the available data.' },
  { score: 4, text: 'Low risk: small or distant contact with risky sources.' },
  { score: 3, text: 'Medium risk: review the evidence before you accept the funds.' },
  { score: 2, text: 'High risk: an exchange may ask where the money came from.' },
  { score: 1, text: 'Very high risk: a listed wallet, or funds that came directly from crime.' },
  { score: 0, text: 'Not rated: there is too little data. The check is not charged.' },
] as const;

/** What each score means, for who is about to make a check. */
export function ScoreGuide() {
  return (
    <section className="score-guide" aria-labelledby="score-guide">
      <h2 id="score-guide">How to read a score</h2>
      <ul>
        {SCORES.map(({ score, text }) => (
          <li key={score}>
            <Stars score={score} size="sm" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
