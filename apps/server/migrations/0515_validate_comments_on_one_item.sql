-- Checks the items that there are.
-- additive

ALTER TABLE items VALIDATE CONSTRAINT items_who_may_comment_check;
