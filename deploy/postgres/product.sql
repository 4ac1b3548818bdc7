-- Run once by the image of PostgreSQL, when the volume is new: the product owns its database under a role that is no
-- superuser. Its password is the one in deploy/secrets/database-url.
\set password `cat "$PRODUCT_PASSWORD_FILE"`
CREATE ROLE assay_tenant NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
CREATE ROLE assay LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
GRANT assay_tenant TO assay;
CREATE DATABASE assay OWNER assay;
