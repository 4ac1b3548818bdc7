import type { EvidenceFile } from '@assay/contracts';
import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX } from '@assay/contracts/client';
import { FieldError, Spinner } from '@assay/ui';
import { countOf, formatCount } from '@assay/wording';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useAction } from '../../shell/data/use-action.ts';
import { call } from '../../shell/session/browser-client.ts';

export interface EvidencePartProps {
  /** The key of the dispute's link. */
  readonly disputeKey: string;
  readonly files: readonly EvidenceFile[];
  readonly isOpen: boolean;
}

/** The files of a dispute, and the field that adds one while it is open. */
export function EvidencePart({ disputeKey, files, isOpen }: EvidencePartProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const { revalidate } = useRevalidator();
  const id = useId();

  async function add(file: File | undefined) {
    if (file === undefined) return;
    if (file.size > EVIDENCE_BYTES_MAX) return setProblem('The file is larger than 1 MB.');
    setProblem(null);
    await run(async () => {
      const content = base64Of(new Uint8Array(await file.arrayBuffer()));
      await call('POST /disputes/own/:key/evidence', { key: disputeKey, body: { name: file.name, content } });
      await revalidate();
    });
  }

  return (
    <section aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>Evidence</h2>
      <p>
        Only administrators read these files, as downloads. They are erased 90 days after the decision. At most{' '}
        {countOf(EVIDENCE_FILES_MAX, 'file')} of 1 MB.
      </p>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={file.id}>
              {file.name}, {formatCount(file.bytes)} bytes
            </li>
          ))}
        </ul>
      )}
      {isOpen && files.length < EVIDENCE_FILES_MAX && (
        <label className="btn btn-line dispute-upload">
          {isBusy && <Spinner />}
          Add a file
          <input
            className="sr"
            type="file"
            disabled={isBusy}
            aria-describedby={problem === null ? undefined : `${id}-note`}
            onChange={(event) => {
              void add(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      )}
      {problem !== null && <FieldError id={`${id}-note`}>{problem}</FieldError>}
    </section>
  );
}

/** In parts: a whole file is more arguments than a call takes. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
