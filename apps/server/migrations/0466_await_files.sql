-- additive
-- The files that a published item shall have once they are processed; until then it keeps those that it has. At most one list for an item.
CREATE TABLE awaited_files (
  item_id uuid PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
  -- The whole list in its order, each file with its role at the same place in `roles`.
  file_ids uuid[] NOT NULL,
  roles text[] NOT NULL,
  -- Why it is awaited no longer: a file is broken, or what it leaves out was sold meanwhile. Its creator is told in the studio.
  problem text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT awaited_files_roles_check CHECK (cardinality(file_ids) > 0 AND cardinality(file_ids) = cardinality(roles)
    AND roles <@ '{main,thumbnail,teaser,cover}'::text[]),
  CONSTRAINT awaited_files_problem_check CHECK (problem IN ('failed', 'sold'))
);
CREATE INDEX awaited_files_by_file ON awaited_files USING gin (file_ids) WHERE problem IS NULL;
