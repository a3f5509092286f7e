-- Spreads the libraries of a migrated PostgreSQL database over the nodes of a Citus cluster, by their
-- owners. To be run once, on the coordinator, while no instance runs.

-- A spread table's keys hold what it is spread by.
alter table prompt_search drop constraint prompt_search_rid_fkey;
alter table prompt_search drop constraint prompt_search_pkey, add primary key (owner_no, rid);
alter table prompts drop constraint prompts_pkey, add primary key (owner_no, rid);
alter table folders drop constraint folders_pkey, add primary key (owner_no, rid);
alter table prompt_search add foreign key (owner_no, rid)
  references prompts (owner_no, rid) on delete cascade;

-- Read with every library, small, seldom written: a copy on each node.
select create_reference_table('users');

-- An owner's rows lie on one node, all of them.
select create_distributed_table('libraries', 'owner_no');
select create_distributed_table('folders', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('prompts', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('prompt_search', 'owner_no', colocate_with => 'libraries');

-- The rest stays on the coordinator: sessions, mails, throttles, subscriptions and payments are found by
-- keys of their own, and are a thousandth of the data.
