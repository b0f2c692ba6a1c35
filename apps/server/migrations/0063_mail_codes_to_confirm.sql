-- Whoever has neither password nor second factor shows with a mailed code that it is still them.
ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('verify_email', 'reset_password', 'log_in', 'socket', 'second_factor', 'confirm'));
