import { Stars } from '@assay/ui';

const SCORES = [
  { score: 5, text: 'Nothing risky was found in what is known of the wallet.' },
  { score: 4, text: 'Little risk: small or distant contact with risky sources.' },
  { score: 3, text: 'Medium risk: look at the evidence before you take the money.' },
  { score: 2, text: 'High risk: an exchange may ask where the money came from.' },
  { score: 1, text: 'Very high risk: a listed wallet, or money that came straight from crime.' },
  { score: 0, text: 'Not rated: too little is known. The check is given back.' },
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
