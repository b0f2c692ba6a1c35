-- Two usernames that look the same are one to whoever reads them: what is left of each is kept beside it, and found by an index.

-- As `usernameSkeleton` in the contract; a test holds the two to each other. What stands here already is filled in with the columns.
CREATE FUNCTION username_skeleton(p_username text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(replace(translate(p_username, '01i5._', 'olls'), 'm', 'rn'), 'w', 'vv');

ALTER TABLE accounts ADD COLUMN username_skeleton text GENERATED ALWAYS AS (username_skeleton(username)) STORED;
ALTER TABLE former_usernames ADD COLUMN username_skeleton text GENERATED ALWAYS AS (username_skeleton(username)) STORED;
-- Not unique: who had such a name before this rule keeps it.
CREATE INDEX accounts_by_skeleton ON accounts (username_skeleton);
CREATE INDEX former_usernames_by_skeleton ON former_usernames (username_skeleton);
