-- Once, at the primary: psql -v password=… -f roles.sql
create role munjigi login createrole password :'password';
create database munjigi owner munjigi;
