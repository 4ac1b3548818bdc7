-- The survey: what it asks and gives, and what people answered.

CREATE TABLE survey_settings (
  -- One row.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- Null is the shipped title, which follows the reward.
  title text CHECK (title <> ''),
  checks_reward integer NOT NULL DEFAULT 3 CHECK (checks_reward BETWEEN 0 AND 1000)
);
INSERT INTO survey_settings DEFAULT VALUES;

-- Questions and options are never deleted: answers that were given keep their words.
CREATE TABLE survey_questions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL CHECK (title <> ''),
  sort_order integer NOT NULL,
  is_active boolean NOT NULL,
  removed_at timestamptz
);
CREATE TABLE survey_options (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question_id integer NOT NULL REFERENCES survey_questions,
  text text NOT NULL CHECK (text <> ''),
  sort_order integer NOT NULL,
  removed_at timestamptz,
  -- For answers: an option belongs to the question it answers.
  UNIQUE (id, question_id)
);
CREATE INDEX survey_options_of_question ON survey_options (question_id);

CREATE TABLE survey_responses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null once the account was deleted: the choices stay, the words go.
  sub text UNIQUE REFERENCES users ON DELETE SET NULL,
  comment text CHECK (comment <> ''),
  created_at timestamptz NOT NULL
);
CREATE TABLE survey_answers (
  response_id integer NOT NULL REFERENCES survey_responses,
  question_id integer NOT NULL,
  option_id integer NOT NULL,
  free_text text CHECK (free_text <> ''),
  PRIMARY KEY (response_id, question_id),
  FOREIGN KEY (option_id, question_id) REFERENCES survey_options (id, question_id)
);
CREATE INDEX survey_answers_of_option ON survey_answers (option_id);

-- Who took it, by a hash of the mailbox: one person is rewarded once, whatever becomes of the account.
CREATE TABLE survey_takers (
  mailbox_hash text PRIMARY KEY CHECK (mailbox_hash ~ '^[0-9a-f]{64}$'),
  taken_at timestamptz NOT NULL
);

-- The survey that is shipped.
WITH questions (place, title, options) AS (VALUES
  (0, 'How did you hear about us?',
   ARRAY['A search engine', 'Social media', 'A friend or colleague', 'News or a blog', 'Other']),
  (1, 'What do you check addresses for?',
   ARRAY['Before I accept a payment', 'Before I send money', 'Compliance at work', 'Curiosity', 'Other']),
  (2, 'What matters most to you in a check?',
   ARRAY['Seeing why the score is what it is', 'A quick answer', 'The price', 'The number of assets', 'Other'])),
asked AS (
  INSERT INTO survey_questions (title, sort_order, is_active) SELECT title, place, true FROM questions ORDER BY place
  RETURNING id, sort_order)
INSERT INTO survey_options (question_id, text, sort_order)
SELECT asked.id, option.text, option.place - 1
  FROM asked JOIN questions ON questions.place = asked.sort_order,
       unnest(questions.options) WITH ORDINALITY AS option (text, place)
 ORDER BY asked.sort_order, option.place;
