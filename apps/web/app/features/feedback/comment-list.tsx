import { Pager } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useId } from 'react';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import type { Comments } from './survey-admin.ts';

export interface CommentListProps {
  readonly comments: Comments;
  readonly isLoading: boolean;
  readonly onPage: (page: number) => void;
}

/** What people wrote, newest first. Their authors are not named. */
export function CommentList({ comments: { items, meta }, isLoading, onPage }: CommentListProps) {
  const headingId = useId();
  return (
    <section className="fb-question" aria-labelledby={headingId} aria-busy={isLoading}>
      <h2 id={headingId}>Comments</h2>
      {meta.total === 0 ? (
        <p className="hint">No comments yet.</p>
      ) : (
        <ul className="fb-comments">
          {items.map((item) => (
            <Comment key={item.id} item={item} />
          ))}
        </ul>
      )}
      {meta.totalPages > 1 && (
        <Pager
          label="Pages of the comments"
          current={Math.min(meta.page, meta.totalPages)}
          total={meta.totalPages}
          onPage={onPage}
        />
      )}
    </section>
  );
}

function Comment({ item: { at, comment, freeTexts } }: { readonly item: Comments['items'][number] }) {
  const timeZone = useTimeZone();
  return (
    <li>
      <time className="hint" dateTime={at}>
        {formatMoment(at, timeZone)}
      </time>
      {comment !== null && <p className="fb-words">{comment}</p>}
      {freeTexts.map(({ question, text }) => (
        <p key={question} className="fb-words">
          <span className="hint">{question} Other:</span> {text}
        </p>
      ))}
    </li>
  );
}
