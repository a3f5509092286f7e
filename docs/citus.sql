-- Spreads the libraries of a migrated PostgreSQL database over the nodes of a Citus cluster, by their
-- owners. Run it once, on the coordinator, with psql, while no instance runs.

-- Citus takes no foreign key between a distributed table and one that is local or not distributed yet.
-- Those between libraries come back below.
alter table prompt_search drop constraint prompt_search_rid_fkey;
alter table prompts
  drop constraint prompt_in_folder,
  drop constraint prompts_owner_no_fkey;
alter table folders
  drop constraint folder_in_folder,
  drop constraint folders_owner_no_fkey;
alter table trashed_prompts drop constraint trashed_prompts_in_trash;
alter table trashed_folders drop constraint trashed_folders_in_trash;
alter table imports drop constraint import_in_library;
alter table connections drop constraint connection_in_library;
alter table runs drop constraint run_in_library;
alter table trash drop constraint trash_in_library;
alter table prompt_versions drop constraint version_in_library;
alter table libraries drop constraint libraries_owner_no_fkey;

-- Every key of a distributed table contains its distribution column.
alter table prompt_search drop constraint prompt_search_pkey, add primary key (owner_no, rid);
alter table prompts drop constraint prompts_pkey, add primary key (owner_no, rid);
alter table folders drop constraint folders_pkey, add primary key (owner_no, rid);
alter table trash drop constraint trash_pkey, add primary key (owner_no, rid);
alter table trashed_folders drop constraint trashed_folders_pkey, add primary key (owner_no, rid);
alter table trashed_prompts drop constraint trashed_prompts_pkey, add primary key (owner_no, rid);

-- All rows of an owner are on one node.
select create_distributed_table('libraries', 'owner_no');
select create_distributed_table('folders', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('prompts', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('prompt_search', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('prompt_versions', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('imports', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('connections', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('runs', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('trash', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('trashed_folders', 'owner_no', colocate_with => 'libraries');
select create_distributed_table('trashed_prompts', 'owner_no', colocate_with => 'libraries');

-- One by one, since Citus adds no more than one at a time.
alter table folders
  add constraint folders_owner_no_fkey foreign key (owner_no) references libraries (owner_no);
alter table folders
  add constraint folder_in_folder
    foreign key (owner_no, parent_id) references folders (owner_no, id);
alter table prompts
  add constraint prompts_owner_no_fkey foreign key (owner_no) references libraries (owner_no);
alter table prompts
  add constraint prompt_in_folder
    foreign key (owner_no, folder_id) references folders (owner_no, id);
alter table prompt_search
  add constraint prompt_search_rid_fkey
    foreign key (owner_no, rid) references prompts (owner_no, rid) on delete cascade;
alter table prompt_versions
  add constraint version_in_library
    foreign key (owner_no) references libraries (owner_no) on delete cascade;
alter table imports
  add constraint import_in_library
    foreign key (owner_no) references libraries (owner_no) on delete cascade;
alter table connections
  add constraint connection_in_library
    foreign key (owner_no) references libraries (owner_no) on delete cascade;
alter table runs
  add constraint run_in_library
    foreign key (owner_no) references libraries (owner_no) on delete cascade;
alter table trash
  add constraint trash_in_library
    foreign key (owner_no) references libraries (owner_no) on delete cascade;
alter table trashed_folders
  add constraint trashed_folders_in_trash
    foreign key (owner_no, trash_id) references trash (owner_no, id) on delete cascade;
alter table trashed_prompts
  add constraint trashed_prompts_in_trash
    foreign key (owner_no, trash_id) references trash (owner_no, id) on delete cascade;

-- The rest stays on the coordinator: accounts, sessions, mails, throttles, subscriptions and payments are
-- found by keys of their own, and are a thousandth of the data.
