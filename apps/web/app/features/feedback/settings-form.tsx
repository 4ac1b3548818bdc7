import { SURVEY_REWARD_MAX, SURVEY_TITLE_MAX } from '@assay/contracts/client';
import { Field } from '@assay/ui';
import { type FormEvent, useState } from 'react';
import { call } from '../../shell/session/browser-client.ts';
import type { Settings } from './survey-admin.ts';
import type { Editor } from './use-editor.ts';
import { readNumber } from './whole-number.ts';

export interface SettingsFormProps {
  readonly settings: Settings;
  readonly onChange: Editor['change'];
}

const WORDS = { done: 'Settings saved successfully!', failed: 'Failed to save settings' };

/** Title of the popup and checks it gives. */
export function SettingsForm({ settings, onChange }: SettingsFormProps) {
  const [title, setTitle] = useState(settings.title);
  const [reward, setReward] = useState(String(settings.checksReward));
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const checksReward = readNumber(reward, SURVEY_REWARD_MAX);
    setError(checksReward === null ? `Enter a whole number from 0 to ${SURVEY_REWARD_MAX}` : null);
    if (checksReward === null) return;
    void onChange(() => call('PATCH /survey/admin/settings', { body: { title, checksReward } }), WORDS);
  }

  return (
    <section className="fb-question" aria-labelledby="popup-settings">
      <h2 id="popup-settings">Popup</h2>
      <form className="fb-settings" noValidate onSubmit={submit}>
        <Field
          label="Title"
          maxLength={SURVEY_TITLE_MAX}
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Field
          label="Free checks"
          type="number"
          min={0}
          max={SURVEY_REWARD_MAX}
          step={1}
          error={error}
          value={reward}
          onChange={(event) => setReward(event.target.value)}
        />
        <button className="btn btn-primary" type="submit">
          Save settings
        </button>
      </form>
      <p className="hint">Leave empty to use the default title, which names the number of checks.</p>
    </section>
  );
}
