-- additive
ALTER TABLE sign_in_attempts VALIDATE CONSTRAINT sign_in_attempts_attempted_at_check;
