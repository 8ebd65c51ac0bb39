// What the checked targets use of Apple's C library, with Apple's types, for `scripts/check-availability` alone: it is
// compiled against and never linked. All of it is older than the floor.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef unsigned short mode_t;
typedef unsigned int uid_t, gid_t;
typedef int dev_t, pid_t;
typedef unsigned long long ino_t;
typedef long long off_t;

extern int errno __attribute__((swift_attr("nonisolated(unsafe)")));
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EBADF 9
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EROFS 30
#define EMLINK 31
#define ENOMEM 12
#define EIO 5
#define ENFILE 23
#define EMFILE 24
#define ENOSPC 28
#define EAGAIN 35
#define EWOULDBLOCK 35
#define ENOTSUP 45
#define ELOOP 62
#define ENOSYS 78
#define PATH_MAX 1024
#define NAME_MAX 255

#define O_RDONLY 0x0
#define O_WRONLY 0x1
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_CLOEXEC 0x1000000
#define SEEK_SET 0
#define LOCK_EX 2
#define LOCK_NB 4
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_IFLNK 0120000

int open(const char *_Nonnull path, int flags, mode_t mode);
int close(int file);
int dup(int file);
ssize_t read(int file, void *bytes, size_t count);
ssize_t write(int file, const void *bytes, size_t count);
off_t lseek(int file, off_t offset, int whence);
int ftruncate(int file, off_t size);
int fsync(int file);
int flock(int file, int operation);
int fchown(int file, uid_t owner, gid_t group);
int fchmod(int file, mode_t mode);
int link(const char *_Nonnull path, const char *_Nonnull other);
int unlink(const char *_Nonnull path);
int rename(const char *_Nonnull from, const char *_Nonnull to);
ssize_t readlink(const char *_Nonnull path, char *bytes, size_t count);
pid_t getpid(void);

struct stat {
  dev_t st_dev;
  mode_t st_mode;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  off_t st_size;
};
int stat(const char *_Nonnull path, struct stat *status);
int lstat(const char *_Nonnull path, struct stat *status);
int fstat(int file, struct stat *status);

typedef struct DIR DIR;
struct dirent {
  ino_t d_ino;
  char d_name[1024];
};
DIR *opendir(const char *_Nonnull path);
struct dirent *readdir(DIR *stream);
int closedir(DIR *stream);

void *memchr(const void *bytes, int byte, size_t count);
int memcmp(const void *bytes, const void *others, size_t count);
char *strerror(int code);

struct timespec {
  long tv_sec, tv_nsec;
};
typedef enum : unsigned { CLOCK_REALTIME = 0 } clockid_t;
int clock_gettime(clockid_t clock, struct timespec *time);

typedef struct {
  long __sig;
  char __opaque[56];
} pthread_mutex_t;
int pthread_mutex_init(pthread_mutex_t *_Nonnull mutex, const void *attributes);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull mutex);
