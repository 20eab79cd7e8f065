#include "CHomeworkPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// Each function that is used, under its own name and type.
#define EACH_FUNCTION(use)                                                                                      \
  use(PQconninfoParse) use(PQconninfoFree) use(PQfreemem) use(PQconnectStartParams) use(PQconnectPoll)          \
  use(PQconnectionNeedsPassword) use(PQfinish) use(PQstatus) use(PQtransactionStatus) use(PQpipelineStatus)     \
  use(PQserverVersion) use(PQbackendPID) use(PQsocket) use(PQerrorMessage) use(PQparameterStatus)               \
  use(PQsetNoticeReceiver) use(PQsetnonblocking) use(PQenterPipelineMode) use(PQexitPipelineMode)               \
  use(PQsendQuery) use(PQsendPrepare) use(PQsendQueryPrepared) use(PQpipelineSync) use(PQsendFlushRequest)      \
  use(PQflush) use(PQputCopyData) use(PQputCopyEnd) use(PQconsumeInput) use(PQisBusy) use(PQgetResult)          \
  use(PQresultStatus) use(PQresultErrorField) use(PQresultErrorMessage) use(PQcmdStatus) use(PQcmdTuples)       \
  use(PQresultMemorySize) use(PQntuples) use(PQnfields) use(PQftype) use(PQgetvalue) use(PQgetlength)           \
  use(PQgetisnull) use(PQclear) use(PQgetCancel) use(PQcancel) use(PQfreeCancel) use(PQsetErrorVerbosity)       \
  use(PQsslInUse)

#define DECLARE(name) __typeof__(name) *name;
static struct { EACH_FUNCTION(DECLARE) } library;
static char failure[256] = "";

static void load(void) {
  void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason ? reason : "libpq.so.5 cannot be loaded");
    return;
  }
#define FIND(name)                                                                    \
  if (!(library.name = (__typeof__(name) *)dlsym(handle, #name))) {                    \
    snprintf(failure, sizeof failure, "libpq.so.5 is too old: it has no " #name);       \
    return;                                                                             \
  }
  EACH_FUNCTION(FIND)
}

const char *hwdb_pq_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure[0] ? failure : NULL;
}

void hwdb_pq_tell_states(PGconn *connection) {
  library.PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
}

void hwdb_pq_tell_usually(PGconn *connection) {
  library.PQsetErrorVerbosity(connection, PQERRORS_DEFAULT);
}

PQconninfoOption *hwdb_pq_conninfo_parse(const char *text, char **error) {
  return library.PQconninfoParse(text, error);
}

void hwdb_pq_conninfo_free(PQconninfoOption *options) {
  library.PQconninfoFree(options);
}

void hwdb_pq_freemem(void *memory) {
  library.PQfreemem(memory);
}

PGconn *hwdb_pq_connect_start(const char *const *keywords, const char *const *values) {
  return library.PQconnectStartParams(keywords, values, 0);
}

PostgresPollingStatusType hwdb_pq_connect_poll(PGconn *connection) {
  return library.PQconnectPoll(connection);
}

int hwdb_pq_connection_needs_password(const PGconn *connection) {
  return library.PQconnectionNeedsPassword(connection);
}

void hwdb_pq_finish(PGconn *connection) {
  library.PQfinish(connection);
}

ConnStatusType hwdb_pq_status(const PGconn *connection) {
  return library.PQstatus(connection);
}

PGTransactionStatusType hwdb_pq_transaction_status(const PGconn *connection) {
  return library.PQtransactionStatus(connection);
}

PGpipelineStatus hwdb_pq_pipeline_status(const PGconn *connection) {
  return library.PQpipelineStatus(connection);
}

int hwdb_pq_server_version(const PGconn *connection) {
  return library.PQserverVersion(connection);
}

int hwdb_pq_backend_pid(const PGconn *connection) {
  return library.PQbackendPID(connection);
}

int hwdb_pq_ssl_in_use(PGconn *connection) {
  return library.PQsslInUse(connection);
}

int hwdb_pq_socket(const PGconn *connection) {
  return library.PQsocket(connection);
}

const char *hwdb_pq_error_message(const PGconn *connection) {
  return library.PQerrorMessage(connection);
}

const char *hwdb_pq_parameter_status(const PGconn *connection, const char *name) {
  return library.PQparameterStatus(connection, name);
}

PQnoticeReceiver hwdb_pq_set_notice_receiver(PGconn *connection, PQnoticeReceiver receiver, void *context) {
  return library.PQsetNoticeReceiver(connection, receiver, context);
}

int hwdb_pq_set_nonblocking(PGconn *connection, int is_nonblocking) {
  return library.PQsetnonblocking(connection, is_nonblocking);
}

int hwdb_pq_enter_pipeline_mode(PGconn *connection) {
  return library.PQenterPipelineMode(connection);
}

int hwdb_pq_exit_pipeline_mode(PGconn *connection) {
  return library.PQexitPipelineMode(connection);
}

int hwdb_pq_send_query(PGconn *connection, const char *script) {
  return library.PQsendQuery(connection, script);
}

int hwdb_pq_send_prepare(PGconn *connection, const char *name, const char *query, int count, const Oid *types) {
  return library.PQsendPrepare(connection, name, query, count, types);
}

int hwdb_pq_send_query_prepared(
  PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats) {
  return library.PQsendQueryPrepared(connection, name, count, values, lengths, formats, 0);
}

int hwdb_pq_pipeline_sync(PGconn *connection) {
  return library.PQpipelineSync(connection);
}

int hwdb_pq_send_flush_request(PGconn *connection) {
  return library.PQsendFlushRequest(connection);
}

int hwdb_pq_flush(PGconn *connection) {
  return library.PQflush(connection);
}

int hwdb_pq_put_copy_data(PGconn *connection, const char *bytes, int count) {
  return library.PQputCopyData(connection, bytes, count);
}

int hwdb_pq_put_copy_end(PGconn *connection, const char *error) {
  return library.PQputCopyEnd(connection, error);
}

int hwdb_pq_consume_input(PGconn *connection) {
  return library.PQconsumeInput(connection);
}

int hwdb_pq_is_busy(PGconn *connection) {
  return library.PQisBusy(connection);
}

PGresult *hwdb_pq_get_result(PGconn *connection) {
  return library.PQgetResult(connection);
}

ExecStatusType hwdb_pq_result_status(const PGresult *result) {
  return library.PQresultStatus(result);
}

const char *hwdb_pq_result_error_field(const PGresult *result, int field) {
  return library.PQresultErrorField(result, field);
}

const char *hwdb_pq_result_error_message(const PGresult *result) {
  return library.PQresultErrorMessage(result);
}

const char *hwdb_pq_cmd_status(PGresult *result) {
  return library.PQcmdStatus(result);
}

const char *hwdb_pq_cmd_tuples(PGresult *result) {
  return library.PQcmdTuples(result);
}

size_t hwdb_pq_result_memory_size(const PGresult *result) {
  return library.PQresultMemorySize(result);
}

int hwdb_pq_ntuples(const PGresult *result) {
  return library.PQntuples(result);
}

int hwdb_pq_nfields(const PGresult *result) {
  return library.PQnfields(result);
}

Oid hwdb_pq_ftype(const PGresult *result, int column) {
  return library.PQftype(result, column);
}

const char *hwdb_pq_getvalue(const PGresult *result, int row, int column) {
  return library.PQgetvalue(result, row, column);
}

int hwdb_pq_getlength(const PGresult *result, int row, int column) {
  return library.PQgetlength(result, row, column);
}

int hwdb_pq_getisnull(const PGresult *result, int row, int column) {
  return library.PQgetisnull(result, row, column);
}

void hwdb_pq_clear(PGresult *result) {
  library.PQclear(result);
}

PGcancel *hwdb_pq_get_cancel(PGconn *connection) {
  return library.PQgetCancel(connection);
}

int hwdb_pq_cancel(PGcancel *cancel, char *error, int room) {
  return library.PQcancel(cancel, error, room);
}

void hwdb_pq_free_cancel(PGcancel *cancel) {
  library.PQfreeCancel(cancel);
}
