-- The same as `usernameSkeleton` in the contract; a test compares the two. Usernames with equal skeletons look alike.
CREATE OR REPLACE FUNCTION username_skeleton(p_username text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(replace(translate(p_username, '01i5._', 'olls'), 'm', 'rn'), 'w', 'vv');
