-- Attempts at a password with a captcha each: a hundred an hour.
-- additive
ALTER TABLE sign_in_attempts DROP CONSTRAINT sign_in_attempts_attempted_at_check;
ALTER TABLE sign_in_attempts ADD CONSTRAINT sign_in_attempts_attempted_at_check CHECK (cardinality(attempted_at) <= 100) NOT VALID;
