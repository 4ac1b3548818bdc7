-- A session ends 30 days after signing in, however often it is refreshed. In hours: a day of local time may have 23.
UPDATE sessions SET expires_at = created_at + interval '720 hours'
 WHERE expires_at > created_at + interval '720 hours';
ALTER TABLE sessions ADD CONSTRAINT sessions_end_after_sign_in CHECK (expires_at <= created_at + interval '720 hours');
