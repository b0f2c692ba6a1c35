-- Checks the creators that there are.
-- additive

ALTER TABLE performers VALIDATE CONSTRAINT performers_who_may_comment_check;
