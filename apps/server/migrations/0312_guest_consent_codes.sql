-- How often the code of an invitation was entered, and what a guest who signed shares with the creator.
-- additive
ALTER TABLE participants ADD COLUMN code_tries smallint NOT NULL DEFAULT 0;
ALTER TABLE participants ADD COLUMN shared_with_creator text[] NOT NULL DEFAULT '{}';
