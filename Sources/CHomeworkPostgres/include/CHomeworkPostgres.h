// Talks to PostgreSQL through libpq, which is loaded with the first connection: linked, it and the twenty libraries
// that it needs would take milliseconds of the start of every program, most of which never see a server.
//
// Each function does what the one of libpq does whose name it has without `hwdb_pq_`; none may be called before
// `hwdb_pq_load` has returned NULL.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

// Debian has it in a folder of its own, others beside the rest.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// Loads libpq, once. NULL where that succeeded; otherwise why not, in the words of the system.
const char *hwdb_pq_load(void);

// Connecting.
PQconninfoOption *hwdb_pq_conninfo_parse(const char *text, char **error);
void hwdb_pq_conninfo_free(PQconninfoOption *options);
void hwdb_pq_freemem(void *memory);
PGconn *hwdb_pq_connect_start(const char *const *keywords, const char *const *values);
PostgresPollingStatusType hwdb_pq_connect_poll(PGconn *connection);
int hwdb_pq_connection_needs_password(const PGconn *connection);
// Has the errors of connecting tell their SQLSTATE, for which libpq has no function.
void hwdb_pq_tell_states(PGconn *connection);
void hwdb_pq_tell_usually(PGconn *connection);
void hwdb_pq_finish(PGconn *connection);

// The state of a connection.
ConnStatusType hwdb_pq_status(const PGconn *connection);
PGTransactionStatusType hwdb_pq_transaction_status(const PGconn *connection);
PGpipelineStatus hwdb_pq_pipeline_status(const PGconn *connection);
int hwdb_pq_server_version(const PGconn *connection);
int hwdb_pq_backend_pid(const PGconn *connection);
int hwdb_pq_ssl_in_use(PGconn *connection);
int hwdb_pq_socket(const PGconn *connection);
const char *hwdb_pq_error_message(const PGconn *connection);
// NULL where the server does not tell it.
const char *hwdb_pq_parameter_status(const PGconn *connection, const char *name);
PQnoticeReceiver hwdb_pq_set_notice_receiver(PGconn *connection, PQnoticeReceiver receiver, void *context);

// Sending.
int hwdb_pq_set_nonblocking(PGconn *connection, int is_nonblocking);
int hwdb_pq_enter_pipeline_mode(PGconn *connection);
int hwdb_pq_exit_pipeline_mode(PGconn *connection);
int hwdb_pq_send_query(PGconn *connection, const char *script);
int hwdb_pq_send_prepare(
  PGconn *connection, const char *name, const char *query, int count, const Oid *types);
int hwdb_pq_send_query_prepared(
  PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats);
int hwdb_pq_pipeline_sync(PGconn *connection);
int hwdb_pq_send_flush_request(PGconn *connection);
int hwdb_pq_flush(PGconn *connection);
int hwdb_pq_put_copy_data(PGconn *connection, const char *bytes, int count);
int hwdb_pq_put_copy_end(PGconn *connection, const char *error);

// Receiving.
int hwdb_pq_consume_input(PGconn *connection);
int hwdb_pq_is_busy(PGconn *connection);
PGresult *hwdb_pq_get_result(PGconn *connection);

// Parts of an error. The severity is in English, whatever the language of the server.
enum {
  HWDB_PQ_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED,
  HWDB_PQ_SQLSTATE = PG_DIAG_SQLSTATE,
  HWDB_PQ_MESSAGE = PG_DIAG_MESSAGE_PRIMARY,
  HWDB_PQ_CONSTRAINT = PG_DIAG_CONSTRAINT_NAME,
};

// A result.
ExecStatusType hwdb_pq_result_status(const PGresult *result);
const char *hwdb_pq_result_error_field(const PGresult *result, int field);
const char *hwdb_pq_result_error_message(const PGresult *result);
const char *hwdb_pq_cmd_status(PGresult *result);
const char *hwdb_pq_cmd_tuples(PGresult *result);
size_t hwdb_pq_result_memory_size(const PGresult *result);
int hwdb_pq_ntuples(const PGresult *result);
int hwdb_pq_nfields(const PGresult *result);
Oid hwdb_pq_ftype(const PGresult *result, int column);
const char *hwdb_pq_getvalue(const PGresult *result, int row, int column);
int hwdb_pq_getlength(const PGresult *result, int row, int column);
int hwdb_pq_getisnull(const PGresult *result, int row, int column);
void hwdb_pq_clear(PGresult *result);

// Stopping what the server does for a connection.
PGcancel *hwdb_pq_get_cancel(PGconn *connection);
int hwdb_pq_cancel(PGcancel *cancel, char *error, int room);
void hwdb_pq_free_cancel(PGcancel *cancel);

#endif
