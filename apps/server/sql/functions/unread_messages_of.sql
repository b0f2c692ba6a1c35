-- How many messages this account has not read. Without those from people who are blocked, and of muted and hidden conversations.
CREATE OR REPLACE FUNCTION unread_messages_of(p_account uuid) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(sum(unread), 0)::integer FROM conversation_members
   WHERE account_id = p_account AND unread > 0 AND NOT is_muted AND NOT is_hidden
     AND other_id NOT IN (SELECT blocked_with(p_account))
$$;
