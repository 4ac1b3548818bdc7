import type { ChallengeData } from '@assay/contracts';
import { CopyButton, FieldError, Spinner } from '@assay/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useAction } from '../../shell/data/use-action.ts';
import { call } from '../../shell/session/browser-client.ts';

export interface ProofPartProps {
  /** The key of the dispute's link. */
  readonly disputeKey: string;
  /** Scheme of an accepted signature; null without one. */
  readonly proof: string | null;
  /** Scheme that fits the address; null where none is verified. */
  readonly scheme: string | null;
  readonly isOpen: boolean;
}

/** Control of the address, shown by a text that is signed in the person's own wallet and pasted here. */
export function ProofPart({ disputeKey, proof, scheme, isOpen }: ProofPartProps) {
  const id = useId();
  if (proof === null && !isOpen) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Control of the address</h2>
      <p>
        A signature shows that you control the address. It is evidence, not a ground: a label can be right about an
        address that is yours.
      </p>
      {proof !== null && <p>A signature ({proof}) showed control of the address.</p>}
      {proof === null && scheme === null && <p>Signatures of addresses like this one are not verified here.</p>}
      {proof === null && scheme !== null && <ProofForm disputeKey={disputeKey} scheme={scheme} />}
    </section>
  );
}

function ProofForm({ disputeKey, scheme }: { readonly disputeKey: string; readonly scheme: string }) {
  const [challenge, setChallenge] = useState<ChallengeData | null>(null);
  const [signature, setSignature] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const { revalidate } = useRevalidator();
  const id = useId();

  function ask() {
    setProblem(null);
    void run(async () => setChallenge(await call('POST /disputes/own/:key/challenge', { key: disputeKey })));
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (challenge === null) return;
    setProblem(null);
    void run(async () => {
      await call('POST /disputes/own/:key/proof', { key: disputeKey, body: { nonce: challenge.nonce, signature } });
      await revalidate();
    });
  }

  return (
    <form className="dispute-form" aria-label="Proof of control" noValidate onSubmit={send}>
      {challenge !== null && (
        <>
          <p>
            Sign exactly this text in your wallet ({scheme}) within an hour, and paste the signature. Never connect a
            wallet to this or any other site for it, and never paste a private key.
          </p>
          <div className="dispute-text">
            <pre>{challenge.text}</pre>
            <CopyButton text={challenge.text} label="Copy the text" confirmation="The text is copied to clipboard" />
          </div>
          <div className="field">
            <label htmlFor={id}>Signature</label>
            <textarea
              className="input mono"
              id={id}
              rows={3}
              maxLength={512}
              autoCapitalize="off"
              spellCheck={false}
              aria-describedby={problem === null ? undefined : `${id}-note`}
              value={signature}
              onChange={({ target }) => setSignature(target.value)}
            />
          </div>
        </>
      )}
      {problem !== null && <FieldError id={`${id}-note`}>{problem}</FieldError>}
      {challenge === null ? (
        <button className="btn btn-line" type="button" aria-busy={isBusy} onClick={ask}>
          {isBusy && <Spinner />}
          Get a text to sign
        </button>
      ) : (
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Send the signature
        </button>
      )}
    </form>
  );
}
