-- A conversation is of two people or of a creator's public chat.
-- additive

ALTER TABLE conversations VALIDATE CONSTRAINT conversations_pair_check;
