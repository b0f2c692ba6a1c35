-- Pages and news of the site's own, each in any language; a mail may say whom to answer.

CREATE TABLE posts (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80),
  locale text NOT NULL CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' AND length(locale) <= 20),
  type text NOT NULL CHECK (type IN ('page', 'news')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  summary text NOT NULL DEFAULT '' CHECK (length(summary) <= 500),
  html text NOT NULL CHECK (length(html) <= 200000),
  updated_by uuid REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (slug, locale)
);

ALTER TABLE mails ADD COLUMN reply_to text CHECK (length(reply_to) <= 254);
